import type { RasterU8 } from '@drape/imaging';
import type { WasmModule } from './wasm-module';

/** What a decoding thread is given. */
export interface HeifTask {
  readonly format: 'heic' | 'avif';
  readonly file: Uint8Array;
  /** The decoder, compiled. */
  readonly module: WasmModule;
  readonly maxPixels: number;
  /** What is more than twice as long may come as the means of blocks. */
  readonly maxSide: number;
  /** EXIF orientation, for decoders that do not turn the picture. */
  readonly orientation: number;
}

/** Its result. */
export interface HeifAnswer {
  /** RGB, or RGBA where some pixel is transparent; upright. */
  readonly raster: RasterU8;
  /** Pixels of the picture before it was reduced, as it is looked at. */
  readonly width: number;
  readonly height: number;
}
