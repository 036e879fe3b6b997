import type { Box, LayerStack, RasterU8 } from '@drape/imaging';
import { workRow, type PhotoSpans } from '../../lay/photo-spans';
import type { Rule } from '../../../rules/rule';

/** Where the ground at each work pixel was fetched from, and the photo whose detail goes with it. */
export interface FetchedGround {
  /** RGB. */
  readonly photo: RasterU8;
  /** Part of the photo that the work pixels cover. */
  readonly box: Box;
  readonly spans: PhotoSpans;
  /** Way, in photo pixels' indices, from a work pixel's ground to where it was fetched from; 0: nowhere. */
  readonly ways: Int32Array;
  /** Photo pixels around one whose mean the work picture stands for: what it differs by is the detail that the fetched ground lacks. */
  readonly reach: number;
}

/** Ways of {@link FetchedGround}, from the indices of the work pixels that were fetched from, −1 for none. */
export function fetchWays(source: Int32Array, width: number, photoWidth: number, k: number): Int32Array {
  const ways = new Int32Array(source.length);
  for (let y = 0, row = 0; row < source.length; y++, row += width) {
    for (let x = 0, i = row; x < width; x++, i++) {
      const s = source[i];
      if (s < 0) continue;
      const across = (s % width) - x;
      const down = Math.floor(s / width) - y;
      ways[i] = Math.round(down / k) * photoWidth + Math.round(across / k);
    }
  }
  return ways;
}

/** Filled background: index of the work pixel that each was fetched from, or −1, null where nothing was; work pixels per photo pixel. */
interface Filled extends Pick<FetchedGround, 'photo' | 'box' | 'spans'> {
  readonly source: Int32Array | null;
  /** Of a row of `source`. */
  readonly width: number;
  readonly k: number;
}

export const GROUND_DETAIL: Rule<Filled, LayerStack['detail']> = {
  id: 'ground-detail',
  stage: 'compose',
  summary: 'Gives filled background the fine detail of the place that it was fetched from.',
  appliesTo: ({ source, photo }) => source !== null && photo.channels === 3,
  apply({ photo, box, spans, source, width, k }) {
    const ways = fetchWays(source ?? new Int32Array(), width, photo.width, k);
    return groundDetail.bind(null, { photo, box, spans, ways, reach: Math.max(1, Math.round(0.6 / k)) });
  },
  evidence: [],
};

/** What the photo pixels differ by from four around them where the ground of columns [from, to) was fetched, and 1; 0 elsewhere. */
export function groundDetail(ground: FetchedGround, y: number, from: number, to: number, into: Float32Array): void {
  const { photo, box, spans, ways, reach } = ground;
  const { data, width } = photo;
  const row = workRow(spans, y) * spans.active.width;
  const photoRow = (box.y + y) * width + box.x;
  const across = 3 * reach;
  const down = across * width;
  // too near the photo's upper or lower edge nothing is around
  const least = reach * (width + 1);
  const most = width * photo.height - least;
  for (let x = from; x < to; x++) {
    const way = ways[row + spans.column[x]];
    const source = photoRow + x + way;
    if (way === 0 || source < least || source >= most) continue;
    for (let c = 0, at = 3 * source; c < 3; c++, at++) {
      into[4 * x + c] = data[at] - 0.25 * (data[at - across] + data[at + across] + data[at - down] + data[at + down]);
    }
    into[4 * x + 3] = 1;
  }
}
