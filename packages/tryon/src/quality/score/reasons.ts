import type { FeatureName, Features } from './features';
import { logitOf, type QualityModel } from './model';
import type { QualityReason } from '../../model/quality';

interface Cause extends QualityReason {
  /** The features that indicate the cause. */
  readonly features: readonly FeatureName[];
}

/** Most reasons that are reported, and the least effect on the logit of each. */
const REASONS_MAX = 3;
const EFFECT_MIN = 0.2;

/** Every cause that somebody can do something about. A feature belongs to at most one cause. */
const CAUSES: readonly Cause[] = [
  {
    code: 'garment_unclear',
    about: 'product',
    message:
      'The garment is hard to read in the product picture; send it alone, laid flat with its sleeves spread, on a plain background of another colour.',
    features: [
      'thin',
      'neckWidth',
      'neckDepth',
      'bodyLength',
      'sleeveLength',
      'sleeveUneven',
      'hemWidth',
      'chestWidth',
      'crotchAt',
      'landmarks',
      'sleeveLowest',
      'sleeveMean',
      'garmentQuality',
      'ragged',
      'outline',
      'symmetry',
      'softness',
      'pieces',
      'filling',
      'slender',
      'rim',
      'likeGround',
    ],
  },
  {
    code: 'garment_worn',
    about: 'product',
    message: 'A model wears the product in its picture; a picture of the garment alone gives a better result.',
    features: ['worn'],
  },
  {
    code: 'low_resolution_product_image',
    about: 'product',
    message: 'The garment is small in the product picture; send one in which it is at least 1000 pixels high.',
    features: ['garmentHeight', 'enlarged'],
  },
  {
    code: 'garment_misplaced',
    about: 'product',
    message:
      'The garment could not be laid on the body in its own shape; a product picture taken from the front, with nothing folded or hidden, fits better.',
    features: ['flips', 'stretch', 'residualMost', 'residualMean', 'reshaped', 'reachApart', 'reach'],
  },
  {
    code: 'side_view',
    about: 'photo',
    message: 'The person is turned to the side or leans; a photo taken from the front gives a better picture.',
    features: ['turned', 'hipsTurned', 'headTurned', 'sideView', 'tilt', 'lean', 'seated', 'stride'],
  },
  {
    code: 'arms_in_the_way',
    about: 'photo',
    message:
      'Arms or hands lie before the clothes; a photo with the arms hanging beside the body gives a better picture.',
    features: [
      'bentMost',
      'bentBoth',
      'wristsBefore',
      'wristNearest',
      'elbowsApart',
      'frontOutline',
      'shown',
      'limbsBefore',
      'armsSeen',
      'armsLowest',
    ],
  },
  {
    code: 'old_clothes_in_the_way',
    about: 'photo',
    message:
      'The clothes in the photo are much larger than the new garment, so that what lies behind them had to be invented; a photo in close-fitting clothes, without a coat, gives a better picture.',
    features: [
      'remnants',
      'keptOld',
      'keptOuter',
      'keptLow',
      'broken',
      'outerArea',
      'oldArea',
      'oldBeyond',
      'newBeyond',
      'overlap',
      'groundInvented',
      'groundMost',
      'clothInvented',
      'oldEnd',
      'endsApart',
      'bulk',
      'upperEnd',
      'waistline',
      'leftAlone',
      'fillGrain',
      'fillColour',
      'dressArea',
      'skirtArea',
    ],
  },
  {
    code: 'skin_invented',
    about: 'photo',
    message:
      'Arms, legs or chest that the clothes in the photo cover had to be invented; a photo in which they are bare gives a better picture.',
    features: ['skinArms', 'skinLegs', 'skinChest', 'skinMost', 'skinColour', 'skinArea'],
  },
  {
    code: 'things_in_the_way',
    about: 'photo',
    message:
      'A bag, a scarf, long hair or something else lies before the clothes; a photo without it gives a better picture.',
    features: ['thingsGone', 'bagArea', 'otherArea', 'hairLow', 'hairArea'],
  },
  {
    code: 'photo_unclear',
    about: 'photo',
    message:
      'Body and clothes are hard to tell apart in the photo; one in good light before a plain background gives a better picture.',
    features: [
      'ringGrain',
      'oldTexture',
      'poseScore',
      'faceScore',
      'doubt',
      'doubtful',
      'softBody',
      'groundTexture',
      'keypointsVisible',
      'legsSeen',
      'legsLowest',
      'personLight',
      'groundLight',
    ],
  },
  {
    code: 'low_resolution_photo',
    about: 'photo',
    message:
      'The person is small in the photo; one with at least 1000 pixels on its longer side gives a sharper picture.',
    features: ['shoulderPixels', 'shortSide'],
  },
];

/** The causes that lower a picture's score most, the largest effect first. */
export function reasonsOf(model: QualityModel, features: Features): QualityReason[] {
  const own = logitOf(model, features);
  return CAUSES.map((cause) => ({ cause, effect: logitOf(model, withTypical(model, features, cause)) - own }))
    .filter(({ effect }) => effect >= EFFECT_MIN)
    .sort((a, b) => b.effect - a.effect)
    .slice(0, REASONS_MAX)
    .map(({ cause: { code, message, about } }) => ({ code, message, about }));
}

/** The features as they would be without the cause. */
function withTypical({ typical }: QualityModel, features: Features, cause: Cause): Features {
  const mended = { ...features };
  for (const name of cause.features) mended[name] = typical[name] ?? features[name];
  return mended;
}
