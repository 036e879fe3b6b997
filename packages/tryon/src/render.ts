import { cutOffWarning, warning, WARNING_CODES, type ProductCategory, type WarningCode } from '@drape/contracts';
import { type Kept, PLANE, withScratch, type RasterU8 } from '@drape/imaging';
import { COMPOSED_LAYERS, composePhoto, type Composition } from './compose/compose-photo';
import { analyseGarment } from './garment/analyse-garment';
import { categoryRemark } from './garment/category/category-remark';
import { analysePerson } from './person/analyse-person';
import { CUT_OFF_WARNING_MIN, requireBody, requireInside, requireShown, visibleShare } from './person/pose/checks';
import { placeGarment, PLACEMENT } from './place/place-garment';
import { judgePicture } from './quality/score/judge-picture';
import type { TryOnPorts } from './ports';
import { TryOnAborted } from './refusal';
import type { AnyRule } from './rules/rule';
import type { Placement } from './model/placement';
import type { Person } from './model/person';
import type { ComposedLayers } from './model/layers';
import type { TryOnStage } from './stages';
import type { TryOnWarning } from './model/warning';
import type { StageTime, TryOnEvidence, TryOnHooks, TryOnRender } from './model/try-on';
import type { Garment } from './model/garment';

export interface TryOnOptions {
  /** The category that the caller gives; absent: detected from the picture. */
  readonly category?: ProductCategory;
  /** Rules that are left out, for measurements. */
  readonly without?: readonly AnyRule[];
}

/** Thresholds of a warning: share of invented pixels, largest residual in shoulder widths, and least quality of the garment. */
const FILL_SHARE_WARNING_MIN = 0.06;
const RESIDUAL_WARNING_MIN = 0.16;
const QUALITY_WARNING_MAX = 0.5;
/**
 * Share of the garment that is seen, below which little more than trouser legs below a coat shows; and the photo's shorter side in pixels,
 * below which a warning says so.
 */
const SHOWN_SHARE_WARNING_MAX = 0.3;
const SHORT_SIDE_WARNING_MAX = 512;

/**
 * Puts the garment of one picture on the person of another.
 *
 * Layout: photo RGB; garment RGB or RGBA. The result has the photo's size and equals it outside `editMask` and in the face oval.
 * Throws: {@link TryOnRefusal} when the pictures do not allow it, {@link TryOnAborted} when the caller's signal is set.
 */
export async function renderTryOn(
  photo: RasterU8,
  garmentImage: RasterU8,
  options: TryOnOptions,
  ports: TryOnPorts,
  hooks: TryOnHooks = {},
): Promise<TryOnRender> {
  const clock = stageClock(hooks);
  const seePerson = (): Promise<Person> => analysePerson(photo, ports, clock.stage, options.without);
  const seeGarment = (): Promise<Garment> => {
    clock.stage('garment');
    return analyseGarment(garmentImage, options.category, ports, options.without);
  };
  const person = await (hooks.cache?.person?.(seePerson) ?? seePerson());
  const garment = await (hooks.cache?.garment?.(seeGarment) ?? seeGarment());
  const dressed = dressPerson({ photo, person, garment }, clock.stage, {
    keepsLayers: hooks.trace === true,
    ...(options.without && { without: options.without }),
  });
  const { placement, composition, layers, evidence } = dressed;
  return {
    image: composition.image,
    editMask: composition.editMask,
    category: garment.category,
    categorySource: garment.categorySource,
    evidence,
    warnings: [...person.warnings, ...dressed.warnings],
    stages: clock.finish(),
    placement,
    ...(layers !== undefined && { trace: { person, garment, layers } }),
  };
}

export interface Undressed {
  readonly photo: RasterU8;
  readonly person: Person;
  readonly garment: Garment;
}

/** A person with one garment put on. */
export interface Dressed {
  readonly placement: Placement;
  readonly composition: Omit<Composition, 'layers'>;
  /** Only when requested. */
  readonly layers?: ComposedLayers;
  readonly evidence: TryOnEvidence;
  /** Without the warnings about the person. */
  readonly warnings: readonly TryOnWarning[];
}

/** What of a picture is kept, and of its layers where they are requested. */
const DRESSED_PICTURE: Kept<Pick<Dressed, 'composition' | 'layers'>> = {
  composition: {
    image: PLANE,
    editMask: PLANE,
  },
  layers: COMPOSED_LAYERS,
};

/**
 * Puts an analysed garment on an analysed person.
 *
 * Throws: {@link TryOnRefusal} where the garment does not fit into the picture or is hardly seen.
 */
export function dressPerson(
  { photo, person, garment }: Undressed,
  stage: (name: TryOnStage) => void,
  { keepsLayers, without = [] }: { readonly keepsLayers: boolean; readonly without?: readonly AnyRule[] },
): Dressed {
  requireBody(person, garment.category);
  stage('place');
  const placement = withScratch(() => placeGarment(person, garment, without), PLACEMENT);
  requireInside(placement.outside, garment.category);
  const { composition, layers, quality } = withScratch(() => {
    const { category } = garment;
    const { layers: all, ...composition } = composePhoto(photo, person, placement, category, stage, without);
    const { image, editMask } = composition;
    const picture = { photo, image, editMask, person, garment, placement, layers: all };
    const quality = withScratch(() => judgePicture(picture));
    return { composition, quality, ...(keepsLayers && { layers: all }) };
  }, DRESSED_PICTURE);
  requireShown(composition.shownShare);
  const evidence = {
    poseConfidence: person.poseScore,
    keypointsVisible: visibleShare(person, garment.category),
    overlap: composition.overlap,
    garmentQuality: garment.quality,
    fillShare: composition.fillShare,
    invented: composition.invented,
    flips: placement.flips,
    stretchP95: placement.stretchP95,
    residualMax: placement.residual.max / person.body.shoulderWidth,
    quality,
  };
  const warnings = [
    ...cutOffRemark(placement.outside),
    ...categoryRemark(garment),
    ...remarks(photo, evidence, composition),
  ];
  return { placement, composition, evidence, warnings, ...(layers !== undefined && { layers }) };
}

function cutOffRemark(outside: number): TryOnWarning[] {
  return outside < CUT_OFF_WARNING_MIN ? [] : [cutOffWarning(outside)];
}

function remarks(
  photo: RasterU8,
  evidence: TryOnRender['evidence'],
  { shownShare, keepsCoat }: Pick<Composition, 'shownShare' | 'keepsCoat'>,
): TryOnWarning[] {
  const found: Partial<Record<WarningCode, boolean>> = {
    low_resolution_photo: Math.min(photo.width, photo.height) < SHORT_SIDE_WARNING_MAX,
    garment_unclear: evidence.garmentQuality < QUALITY_WARNING_MAX,
    body_partly_hidden: shownShare < SHOWN_SHARE_WARNING_MAX,
    coat_kept: keepsCoat,
    large_fill: evidence.fillShare > FILL_SHARE_WARNING_MIN,
    imprecise_placement: evidence.residualMax > RESIDUAL_WARNING_MIN,
  };
  return WARNING_CODES.filter((code) => found[code] === true).map((code) => warning(code));
}

export interface StageClock {
  readonly stage: (name: TryOnStage) => void;
  readonly finish: () => StageTime[];
}

/** Reports each stage to the caller, checks the caller's signal and measures the time. */
export function stageClock(hooks: TryOnHooks): StageClock {
  const now = hooks.now === undefined ? (): number => 0 : hooks.now.bind(hooks);
  const times: StageTime[] = [];
  let running: { name: TryOnStage; since: number } | null = null;
  const close = (): void => {
    if (running !== null) times.push({ name: running.name, ms: now() - running.since });
    running = null;
  };
  return {
    stage(name) {
      close();
      if (hooks.signal?.aborted === true) throw new TryOnAborted();
      hooks.onStage?.(name);
      running = { name, since: now() };
    },
    finish() {
      close();
      return times;
    },
  };
}
