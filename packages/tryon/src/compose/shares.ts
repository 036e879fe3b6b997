import type { PlaneF32 } from '@drape/imaging';
import type { ComposedLayers, Invented } from '../model/layers';

/** What the layers of a picture say about it. */
export interface PictureShares {
  /** Share of the photo that was invented. */
  readonly fillShare: number;
  readonly invented: Invented;
  /** Intersection over union of new and old garment, 0…1; 1 where there is neither. */
  readonly overlap: number;
  /**
   * Share of the new garment that nothing is in front of (a coat over trousers, hands, hair, bags), 0…1; 1 where there is no garment in the
   * picture.
   */
  readonly shownShare: number;
}

type Covering = Pick<ComposedLayers, 'garment' | 'old' | 'removal' | 'front' | 'limbs' | 'body'>;

/** `skin`: what of the painted body is skin, 0…1 at work size. `workPixels`: those of the whole photo. */
export function pictureShares(layers: Covering, skin: PlaneF32, workPixels: number): PictureShares {
  const { garment, old, removal, front, limbs, body } = layers;
  let [fill, both, either, all, shown, bare, background] = [0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < garment.data.length; i++) {
    const fabric = garment.data[i];
    const gone = removal.data[i];
    const limb = limbs.data[i];
    const free = 1 - front.data[i];
    fill += gone * (1 - fabric);
    both += Math.min(fabric, old.data[i]);
    either += Math.max(fabric, old.data[i]);
    all += fabric;
    shown += fabric * free;
    if (gone === 0 && limb === 0) continue;
    const behind = free * (1 - limb) * gone * (1 - fabric);
    bare += free * limb + behind * skin.data[i];
    background += behind * (1 - body.data[i]);
  }
  return {
    fillShare: fill / workPixels,
    invented: { skinShare: bare / workPixels, backgroundShare: background / workPixels },
    overlap: either > 0 ? both / either : 1,
    shownShare: all > 0 ? shown / all : 1,
  };
}
