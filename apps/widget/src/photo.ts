/** A photo as it is sent, and as it can be drawn. */
export interface Photo {
  readonly base64: string;
  /** Null where the browser cannot decode the format, as HEIC; the service can. */
  readonly picture: ImageBitmap | null;
}

/** Longer sides cost upload time and make no better picture. */
const SIDE_MAX = 1536;
const QUALITY = 0.92;
const BYTES_MAX = 10 * 1024 * 1024;

/** The file is no picture that can be sent. */
export class UnreadablePhoto extends Error {
  override readonly name = 'UnreadablePhoto';
}

/**
 * Makes a file ready to be sent: upright as its EXIF says, without EXIF, its longest side at most 1,536 pixels, as JPEG.
 * Throws: UnreadablePhoto.
 */
export async function readPhoto(file: Blob): Promise<Photo> {
  const decoded = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (decoded === null) return asItIs(file);
  const picture = await reduce(decoded);
  return { base64: await toBase64(await encode(picture)), picture };
}

async function asItIs(file: Blob): Promise<Photo> {
  const isKnown =
    /^image\/(heic|heif|avif)$/.test(file.type) || ('name' in file && /\.(heic|heif|avif)$/i.test(String(file.name)));
  if (!isKnown || file.size > BYTES_MAX) throw new UnreadablePhoto();
  return { base64: await toBase64(file), picture: null };
}

async function reduce(picture: ImageBitmap): Promise<ImageBitmap> {
  const scale = SIDE_MAX / Math.max(picture.width, picture.height);
  if (scale >= 1) return picture;
  const resizeWidth = Math.max(1, Math.round(picture.width * scale));
  const resizeHeight = Math.max(1, Math.round(picture.height * scale));
  const small = await createImageBitmap(picture, { resizeWidth, resizeHeight, resizeQuality: 'high' });
  picture.close();
  return small;
}

function encode(picture: ImageBitmap): Promise<Blob> {
  const canvas = drawn(picture);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new UnreadablePhoto()) : resolve(blob)), 'image/jpeg', QUALITY);
  });
}

/** A canvas with the picture; unlike an `img` of a blob it needs nothing of the page's Content-Security-Policy. */
export function drawn(
  picture: CanvasImageSource & { readonly width: number; readonly height: number },
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return canvas;
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const parts: string[] = [];
  const CHUNK = 0x8000;
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return btoa(parts.join(''));
}
