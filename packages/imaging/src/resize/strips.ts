import { copyOut, copyTo, reserve } from '../memory/kernels';

/** Output rows [from, to) at `dst`; at `src`, the source rows that they are computed from, starting with `firstRow`. */
export interface Strip {
  readonly from: number;
  readonly to: number;
  readonly src: number;
  readonly firstRow: number;
  readonly dst: number;
}

/** Bytes of a source strip and its output together: what the processor's second-level cache holds. */
const STRIP_BYTES = 1 << 19;

/** Calls `run` for strips of the picture in the kernels' memory, each small enough for the cache, and collects the output. */
export function forEachStrip(
  src: Uint8Array | Float32Array,
  srcHeight: number,
  out: Uint8Array | Float32Array,
  height: number,
  run: (strip: Strip) => void,
): void {
  const ratio = srcHeight / height;
  const pitch = src.length / srcHeight;
  const outPitch = out.length / height;
  const rowBytes = src.BYTES_PER_ELEMENT * pitch * ratio + out.BYTES_PER_ELEMENT * outPitch;
  const step = Math.min(height, Math.max(1, Math.floor(STRIP_BYTES / rowBytes)));
  // two rows more than the output rows cover: interpolation reads half a row beside them
  const held = reserve(src.BYTES_PER_ELEMENT * pitch * Math.min(srcHeight, Math.ceil(step * ratio) + 3));
  const dst = reserve(out.BYTES_PER_ELEMENT * outPitch * step);
  for (let from = 0; from < height; from += step) {
    const to = Math.min(height, from + step);
    const firstRow = Math.max(0, Math.floor(from * ratio) - 1);
    const lastRow = Math.min(srcHeight, Math.ceil(to * ratio) + 1);
    copyTo(held, src.subarray(firstRow * pitch, lastRow * pitch));
    run({ from, to, src: held, firstRow, dst });
    copyOut(dst, out.subarray(from * outPitch, to * outPitch));
  }
}
