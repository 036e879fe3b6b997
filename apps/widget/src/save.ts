import { h } from './dom';

/** The picture as a file; null where the store does not let this page read it. */
export async function pictureFile(url: string, name: string): Promise<File | null> {
  try {
    const response = await fetch(url, { credentials: 'omit' });
    if (!response.ok) return null;
    const blob = await response.blob();
    const end = blob.type.split('/')[1] ?? 'jpeg';
    return new File([blob], `${name}.${end === 'jpeg' ? 'jpg' : end}`, { type: blob.type });
  } catch {
    return null;
  }
}

/** Saves the picture where the browser keeps downloads; opens it in a tab where it cannot be read. */
export async function savePicture(url: string): Promise<void> {
  const file = await pictureFile(url, 'try-on');
  if (file === null) {
    window.open(url, '_blank', 'noopener');
    return;
  }
  const href = URL.createObjectURL(file);
  const link = h('a', { href, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Whether the device has a sheet to share files with. */
export function canShare(): boolean {
  const probe = new File([new Uint8Array(1)], 'try-on.jpg', { type: 'image/jpeg' });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] });
}

/** Hands the picture to the device's own sheet; a shopper who closes it has not failed. */
export async function sharePicture(url: string, title: string): Promise<void> {
  const file = await pictureFile(url, 'try-on');
  if (file !== null) await navigator.share({ files: [file], title }).catch(() => undefined);
}
