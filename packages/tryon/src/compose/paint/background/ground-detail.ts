import type { Box, LayerStack, RasterU8 } from '@drape/imaging';
import { workRow, type PhotoSpans } from '../../lay/photo-spans';
import type { Rule } from '../../../rules/rule';

/** The sources of the background at each work pixel, and the photo whose detail goes with it. */
export interface FetchedGround {
  /** RGB. */
  readonly photo: RasterU8;
  /** Part of the photo covered by the work pixels. */
  readonly box: Box;
  readonly spans: PhotoSpans;
  /** Offset, in indices of photo pixels, from a work pixel's background to its source; 0 where there is none. */
  readonly ways: Int32Array;
  /**
   * Radius in photo pixels of the mean that a work pixel stands for: a photo pixel's difference from it is the detail that the fetched
   * background lacks.
   */
  readonly reach: number;
}

/** Offsets of {@link FetchedGround}, from the indices of the source work pixels, −1 for none. */
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

/** Filled background: index of each work pixel's source, or −1, null where there is none at all; work pixels per photo pixel. */
interface Filled extends Pick<FetchedGround, 'photo' | 'box' | 'spans'> {
  readonly source: Int32Array | null;
  /** Width of a row of `source`. */
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
  evidence: [{ set: 'N, blind', pairs: 58, fired: 7, better: 1, worse: 2, same: 4, date: '2026-11-29' }],
};

/**
 * Difference of the photo pixels from the mean of four around them, with a 1 after it, where the background of columns [from, to) was
 * fetched; 0 elsewhere.
 */
export function groundDetail(ground: FetchedGround, y: number, from: number, to: number, into: Float32Array): void {
  const { photo, box, spans, ways, reach } = ground;
  const { data, width } = photo;
  const row = workRow(spans, y) * spans.active.width;
  const photoRow = (box.y + y) * width + box.x;
  const across = 3 * reach;
  const down = across * width;
  // too near the photo's upper or lower edge there are no pixels around
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
