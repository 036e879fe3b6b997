import { dropAlpha, isOpaque, type PixelRows } from './pixel-rows';
import { instantiateWasm, type WasmInstance, type WasmModule } from './wasm-module';

/**
 * Decoders of HEIF pictures, in WebAssembly. Their packages have no types for what is used here; only this file knows them. Only worker
 * threads may call it: decoding blocks, and its memory is freed with the thread.
 */
export type HeifDecoder = (file: Uint8Array) => PixelRows;

type Instantiate = (imports: object, use: (instance: WasmInstance) => void) => object;

interface ModuleOptions {
  readonly instantiateWasm: Instantiate;
  readonly print: () => void;
  readonly printErr: () => void;
}

/** A decoder's complaints are in its error; nothing goes to the log of the process. */
function optionsFor(module: WasmModule): ModuleOptions {
  const silent = (): void => undefined;
  return {
    instantiateWasm(imports, use) {
      const instance = instantiateWasm(module, imports);
      use(instance);
      return instance.exports;
    },
    print: silent,
    printErr: silent,
  };
}

interface HeifError {
  /** An object of the module; the success value is `heif_error_code.heif_error_Ok`. */
  readonly code: unknown;
  readonly message: string;
}

interface HeifChannel {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly data: Uint8Array;
}

interface LibHeif {
  readonly heif_error_code: { readonly heif_error_Ok: unknown };
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
  readonly heif_chroma: {
    readonly heif_chroma_interleaved_RGB: unknown;
    readonly heif_chroma_interleaved_RGBA: unknown;
  };
  heif_context_alloc(): object;
  heif_context_read_from_memory(context: object, file: Uint8Array): HeifError;
  heif_js_context_get_primary_image_handle(context: object): object | HeifError;
  heif_image_handle_has_alpha_channel(handle: object): boolean | number;
  heif_js_decode_image2(handle: object, colorspace: unknown, chroma: unknown): { channels: HeifChannel[] } | HeifError;
}

/** HEVC pictures, by libheif and libde265; rotated, mirrored and cropped as the file says. */
export async function openHeicDecoder(module: WasmModule): Promise<HeifDecoder> {
  const { default: create } = (await import('libheif-js/libheif-wasm/libheif.js')) as unknown as {
    default: (options: ModuleOptions) => LibHeif;
  };
  const lib = create(optionsFor(module));
  return (file) => {
    const context = lib.heif_context_alloc();
    const { code, message } = lib.heif_context_read_from_memory(context, file);
    if (code !== lib.heif_error_code.heif_error_Ok) throw new Error(message);
    const handle = lib.heif_js_context_get_primary_image_handle(context);
    if ('code' in handle) throw new Error(handle.message);
    const channels = lib.heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
    const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = lib.heif_chroma;
    const chroma = channels === 4 ? rgba : rgb;
    const image = lib.heif_js_decode_image2(handle, lib.heif_colorspace.heif_colorspace_RGB, chroma);
    if ('code' in image) throw new Error(image.message);
    const [plane] = image.channels;
    if (plane === undefined) throw new Error('no pixels');
    return withoutIdleAlpha({ ...plane, channels });
  };
}

interface AvifPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

interface LibAvif {
  decode(file: Uint8Array, bitDepth: 8): AvifPicture | null;
}

/** AV1 pictures, by libavif; neither rotated nor mirrored. */
export async function openAvifDecoder(module: WasmModule): Promise<HeifDecoder> {
  const loaded: { default: (options: ModuleOptions) => Promise<LibAvif> } =
    await import('@jsquash/avif/codec/dec/avif_dec.js');
  const lib = await loaded.default(optionsFor(module));
  return (file) => {
    const picture = lib.decode(file, 8);
    if (picture === null) throw new Error('no pixels');
    const { width, height, data } = picture;
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return withoutIdleAlpha({ width, height, channels: 4, stride: width * 4, data: bytes });
  };
}

function withoutIdleAlpha(rows: PixelRows): PixelRows {
  return rows.channels === 4 && isOpaque(rows) ? dropAlpha(rows) : rows;
}
