/** Longest side of what is sent: renders are no sharper, and a phone's photo would take long to upload. */
const SIDE_MAX = 1600;
const JPEG_QUALITY = 0.92;

export interface Picture {
  readonly blob: Blob;
  /** For an img element; null where the browser cannot show the format. To be revoked. */
  readonly previewUrl: string | null;
}

/** The picture upright and small enough; as it is where the browser cannot read it, which the service may. */
export async function preparePicture(file: File): Promise<Picture> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return { blob: file, previewUrl: null };
  try {
    const blob = await toJpeg(bitmap);
    return { blob, previewUrl: URL.createObjectURL(blob) };
  } finally {
    bitmap.close();
  }
}

async function toJpeg(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser cannot draw pictures.');
  // JPEG knows no transparency: without a ground, what was clear would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The browser cannot write the picture.')) : resolve(blob)),
      'image/jpeg',
      JPEG_QUALITY,
    );
  });
}

/** As the API takes pictures: a data URI in base64. */
export async function toDataUri(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
      else reject(reader.error ?? new Error('The file cannot be read.'));
    });
    reader.readAsDataURL(blob);
  });
}
