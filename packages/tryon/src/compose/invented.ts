import type { PlaneF32 } from '@drape/imaging';
import type { Underlay } from './paint/underlay';
import type { Invented } from '../model/layers';

/** Layers at work size that decide how much of the underlay is seen. */
interface Seen {
  readonly removal: PlaneF32;
  readonly garment: PlaneF32;
  readonly front: PlaneF32;
  readonly underlay: Pick<Underlay, 'limbsInFront' | 'body' | 'skin'>;
}

/** Shares of the photo that were invented: painted skin and painted background, of its `workPixels`. */
export function inventedShares({ removal, garment, front, underlay }: Seen, workPixels: number): Invented {
  const [gone, cloth, kept, limbs] = [removal.data, garment.data, front.data, underlay.limbsInFront.data];
  const [body, bare] = [underlay.body.data, underlay.skin.data];
  let [skin, background] = [0, 0];
  for (let i = 0; i < gone.length; i++) {
    if (gone[i] === 0 && limbs[i] === 0) continue;
    const behind = (1 - kept[i]) * (1 - limbs[i]) * gone[i] * (1 - cloth[i]);
    skin += (1 - kept[i]) * limbs[i] + behind * bare[i];
    background += behind * (1 - body[i]);
  }
  return { skinShare: skin / workPixels, backgroundShare: background / workPixels };
}
