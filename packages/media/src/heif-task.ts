import type { RasterU8 } from '@drape/imaging';
import type { WasmModule } from './wasm-module';

/** The input of a decoding thread. */
export interface HeifTask {
  readonly format: 'heic' | 'avif';
  readonly file: Uint8Array;
  /** The decoder, compiled. */
  readonly module: WasmModule;
  readonly maxPixels: number;
  /** A picture more than twice as long may be returned as the means of blocks. */
  readonly maxSide: number;
  /** EXIF orientation, for decoders that do not rotate the picture. */
  readonly orientation: number;
}

/** The result of a decoding thread. */
export interface HeifAnswer {
  /** RGB, or RGBA if some pixel is transparent; upright. */
  readonly raster: RasterU8;
  /** Size of the picture before it was reduced, as displayed. */
  readonly width: number;
  readonly height: number;
}
