import { type Box, type LayerStack, type PhotoSpans, type RasterU8, workRow } from '@drape/imaging';
import type { Rule } from '../../../rules/rule';

/** Filled background: the photo, and where its work pixels were fetched from. */
interface Filled {
  /** RGB. */
  readonly photo: RasterU8;
  /** Part of the photo covered by the work pixels. */
  readonly box: Box;
  readonly spans: PhotoSpans;
  /** Index of each work pixel's source, −1 for none; null where there is none at all. */
  readonly source: Int32Array | null;
  /** Width of a row of `source`. */
  readonly width: number;
  /** Work pixels per photo pixel. */
  readonly k: number;
}

export const BACKGROUND_DETAIL: Rule<Filled, LayerStack['detail']> = {
  id: 'background-detail',
  stage: 'compose',
  summary: 'Gives filled background the fine detail of the place that it was fetched from.',
  appliesTo: ({ source, photo }) => source !== null && photo.channels === 3,
  apply: (filled) => backgroundDetail.bind(null, filled, fetchOffsets(filled)),
  evidence: [
    { set: 'N, blind', pairs: 58, fired: 7, better: 1, worse: 2, same: 4, date: '2026-11-29' },
    // the gate F1, which it keeps on seven pairs of larger photos, and gravel beside a leg looks hazy without it
    { set: 'development pairs, gate F1', pairs: 185, fired: 153, better: 7, worse: 0, same: 146, date: '2026-11-29' },
  ],
};

/** Offset, in indices of photo pixels, from a work pixel's background to its source; 0 where there is none. */
function fetchOffsets({ source, width, photo, k }: Filled): Int32Array {
  if (source === null) return new Int32Array();
  return source.map((s, i) => {
    if (s < 0) return 0;
    const across = (s % width) - (i % width);
    const down = Math.floor(s / width) - Math.floor(i / width);
    return Math.round(down / k) * photo.width + Math.round(across / k);
  });
}

/**
 * Difference of the photo pixels from the mean of four around them, with a 1 after it, where the background of columns [from, to) was
 * fetched; 0 elsewhere.
 */
function backgroundDetail(
  { photo, box, spans, k }: Filled,
  offsets: Int32Array,
  y: number,
  from: number,
  to: number,
  into: Float32Array,
): void {
  const { data, width } = photo;
  const row = workRow(spans, y) * spans.active.width;
  const photoRow = (box.y + y) * width + box.x;
  // radius of the mean that a work pixel stands for: a photo pixel's difference from it is the detail that the background lacks
  const reach = Math.max(1, Math.round(0.6 / k));
  const across = 3 * reach;
  const down = across * width;
  // too near the photo's upper or lower edge there are no pixels around
  const least = reach * (width + 1);
  const most = width * photo.height - least;
  for (let x = from; x < to; x++) {
    const offset = offsets[row + spans.column[x]];
    const source = photoRow + x + offset;
    if (offset === 0 || source < least || source >= most) continue;
    for (let c = 0, at = 3 * source; c < 3; c++, at++) {
      into[4 * x + c] = data[at] - 0.25 * (data[at - across] + data[at + across] + data[at - down] + data[at + down]);
    }
    into[4 * x + 3] = 1;
  }
}
