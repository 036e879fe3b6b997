import type { ProductCategory, Tuck } from '@drape/contracts';
import { createRaster, releaseBuffers, outsideScratch, type RasterU8 } from '@drape/imaging';
import { analyseGarment } from './garment/analyse-garment';
import { analysePerson } from './person/analyse-person';
import { TUCKED_WAIST_MAX } from './place/lower/waistband';
import type { TryOnPorts } from './ports';
import { TryOnRefusal } from './refusal';
import { dressPerson, stageClock, type Dressed } from './render';
import { wearing } from './wearing';
import type { Person } from './model/person';
import type { Invented } from './model/layers';
import type { Quality } from './model/quality';
import type { TryOnWarning } from './model/warning';
import type { StageTime, TryOnEvidence, TryOnHooks } from './model/try-on';
import type { Garment } from './model/garment';

/** One product of a look. */
export interface LookProduct {
  /** RGB or RGBA. */
  readonly image: RasterU8;
  /** The category that the caller gives; absent: detected from the picture. */
  readonly category?: ProductCategory;
}

/** One product as it was put on. */
export interface LookPiece {
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  readonly evidence: TryOnEvidence;
  readonly warnings: readonly TryOnWarning[];
}

export interface LookRender {
  /** RGB, the size of the photo; equal to the photo wherever `editMask` is 0. */
  readonly image: RasterU8;
  /** 1 where a pixel may differ from the photo, 0 elsewhere. */
  readonly editMask: RasterU8;
  /** In the order of the products. */
  readonly pieces: readonly LookPiece[];
  /** The quality of the piece that is least likely to be shown: one bad piece spoils the picture. */
  readonly quality: Quality;
  readonly invented: Invented;
  /** Warnings about the person; those about a product are in its piece. */
  readonly warnings: readonly TryOnWarning[];
  readonly stages: readonly StageTime[];
}

/**
 * Puts several garments on a person: each over what the ones before it left, from the innermost out.
 *
 * `tuck`: whether a top goes into trousers or a skirt; `auto`: as the person wears theirs in the photo. The person is analysed once; what
 * they wear after each garment follows from the layers of the picture.
 * Throws: {@link TryOnRefusal} as a single try-on does, and `category_mismatch` where two products take the same place.
 */
export async function renderLook(
  photo: RasterU8,
  products: readonly LookProduct[],
  { tuck }: { readonly tuck: Tuck },
  ports: TryOnPorts,
  hooks: TryOnHooks = {},
): Promise<LookRender> {
  const clock = stageClock(hooks);
  const seePerson = (): Promise<Person> => analysePerson(photo, ports, clock.stage);
  const person = await (hooks.cache?.person?.(seePerson) ?? seePerson());
  const garments: Garment[] = [];
  for (const [place, { image, category }] of products.entries()) {
    const see = (): Promise<Garment> => {
      clock.stage('garment');
      return analyseGarment(image, category, ports);
    };
    garments.push(await (hooks.cache?.garment?.(see, place) ?? see()));
  }
  const pieces: LookPiece[] = [];
  const editMask = outsideScratch(() => createRaster(photo.width, photo.height, 1));
  let [wearer, picture] = [person, photo];
  let invented: Invented = { skinShare: 0, backgroundShare: 0 };
  const isTuckedIn = isTucked(person, tuck);
  const order = layerOrder(garments, isTuckedIn);
  for (const [step, place] of order.entries()) {
    const garment = garments[place];
    const isLast = step === order.length - 1;
    const dressed = dressPerson({ photo: picture, person: wearer, garment }, clock.stage, { keepsLayers: !isLast });
    const { composition, layers, evidence, warnings } = dressed;
    const { category, categorySource } = garment;
    pieces[place] = { category, categorySource, evidence, warnings };
    invented = sumOf(invented, evidence.invented);
    addMask(editMask, composition.editMask);
    if (layers !== undefined) {
      const goesIn = category === 'top' && isTuckedIn && hasLower(garments);
      wearer = wearing(wearer, { composition, layers }, { category, isTuckedIn: goesIn });
    }
    releaseStep(picture, photo, dressed);
    picture = composition.image;
  }
  return {
    image: picture,
    editMask,
    pieces,
    quality: worstOf(pieces),
    invented,
    warnings: person.warnings,
    stages: clock.finish(),
  };
}

const hasLower = (garments: readonly Pick<Garment, 'category'>[]): boolean =>
  garments.some(({ category }) => category === 'pants' || category === 'skirt');

/** From the innermost to the outermost. */
const LAYER_ORDER: Readonly<Record<ProductCategory, number>> = {
  dress: 0,
  pants: 1,
  skirt: 1,
  top: 2,
  jacket: 3,
};

/**
 * The places of the garments in the order in which they are put on. A top that is tucked in goes on before trousers or a skirt, whose
 * waistband is then over it.
 * Throws: {@link TryOnRefusal} category_mismatch where two garments take the same place, or one the place of a dress.
 */
export function layerOrder(garments: readonly Pick<Garment, 'category'>[], isTuckedIn: boolean): number[] {
  const taken = new Map<string, ProductCategory>();
  for (const { category } of garments) {
    for (const part of BODY_PARTS[category]) {
      const other = taken.get(part);
      if (other !== undefined) throw sharesBodyPart(other, category);
      taken.set(part, category);
    }
  }
  const rank = (place: number): number => {
    const { category } = garments[place];
    return category === 'top' && isTuckedIn ? LAYER_ORDER.pants - 0.5 : LAYER_ORDER[category];
  };
  return garments.map((_, place) => place).sort((a, b) => rank(a) - rank(b));
}

const BODY_PARTS: Readonly<Record<ProductCategory, readonly string[]>> = {
  dress: ['torso', 'legs'],
  pants: ['legs'],
  skirt: ['legs'],
  top: ['torso'],
  jacket: ['over'],
};

const sharesBodyPart = (one: ProductCategory, other: ProductCategory): TryOnRefusal =>
  new TryOnRefusal(
    'category_mismatch',
    `A look cannot hold ${one === other ? `two products of the category ${one}` : `products of the categories ${one} and ${other}`}: they take the same place on the body.`,
  );

function isTucked({ body }: Person, tuck: Tuck): boolean {
  if (tuck !== 'auto') return tuck === 'in';
  return body.waistline !== null && body.waistline < TUCKED_WAIST_MAX;
}

function worstOf(pieces: readonly LookPiece[]): Quality {
  return pieces.map(({ evidence }) => evidence.quality).reduce((a, b) => (b.score < a.score ? b : a));
}

function sumOf(a: Invented, b: Invented): Invented {
  return {
    skinShare: Math.min(1, a.skinShare + b.skinShare),
    backgroundShare: Math.min(1, a.backgroundShare + b.backgroundShare),
  };
}

function addMask(into: RasterU8, mask: RasterU8): void {
  for (let i = 0; i < into.data.length; i++) into.data[i] |= mask.data[i];
}

/** Releases the memory of a step for the next one: all but the picture that is kept. */
function releaseStep(before: RasterU8, photo: RasterU8, { placement, composition }: Dressed): void {
  if (before !== photo) releaseBuffers(before.data);
  releaseBuffers(placement.rgba.data, composition.editMask.data);
}
