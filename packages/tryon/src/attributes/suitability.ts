import type { PictureFacts, Suitability, SuitabilityIssue } from './types';

/** Points that a finding takes off the score of 100. Then: least scores of a good and of a usable picture. */
const SCORE_COST = { minor: 15, major: 35 } as const;
const GOOD_SCORE_MIN = 75;
const USABLE_SCORE_MIN = 45;

/** Least quality of outline and landmarks: below the first the garment's edge shows, below the second the picture is a guess. */
const OUTLINE_QUALITY_MIN = { minor: 0.65, major: 0.45 } as const;
/** Least height of the garment in pixels of the picture; a shopper's photo shows it 500–900 pixels high. */
const GARMENT_HEIGHT_MIN = { minor: 480, major: 260 } as const;
/** Least sharpness. Sharp product pictures measured .50–1, blurred by 1 pixel .41–.56, by 2 pixels .32–.38, enlarged 2.5 times .38–.51. */
const SHARPNESS_MIN = { minor: 0.46, major: 0.36 } as const;
/** Greatest texture of the background: camouflage and fur measured .5–.8, wood and tiles .1–.5. */
const BACKGROUND_TEXTURE_MAX = { minor: 0.45, major: 2 } as const;
/** Longest allowed run of the garment's colours along one edge of the picture, as a share of the shorter side. */
const EDGE_CONTACT_MAX = { minor: 0.06, major: 0.35 } as const;

export interface SuitabilityInput {
  /** Height of the cut-out, which keeps the picture's own size up to 1024 rows. */
  readonly garmentHeight: number;
  /** 0…1 of the garment's analysis. */
  readonly quality: number;
  readonly worn: boolean;
  readonly facts: PictureFacts;
}

/** How well a product picture serves a try-on, and what a shop can do about it. */
export function judgeSuitability({ garmentHeight, quality, worn, facts }: SuitabilityInput): Suitability {
  const issues: SuitabilityIssue[] = [];
  const add = (severity: SuitabilityIssue['severity'] | null, text: Omit<SuitabilityIssue, 'severity'>): void => {
    if (severity !== null) issues.push({ severity, ...text });
  };
  add(severityBelow(quality, OUTLINE_QUALITY_MIN), {
    code: 'garment_cut_out_uncertain',
    message: "The garment's outline is hard to read.",
    fix: 'Lay the garment flat and symmetric on a plain background of another colour, sleeves away from the body.',
  });
  add(severityAbove(facts.edgeContact, EDGE_CONTACT_MAX), {
    code: 'garment_cut_off',
    message: 'The edge of the picture cuts the garment off.',
    fix: 'Show the whole garment with some background around it.',
  });
  add(severityBelow(garmentHeight, GARMENT_HEIGHT_MIN), {
    code: 'low_resolution_product_image',
    message: `The garment is only ${garmentHeight} pixels high.`,
    fix: 'Send a picture that is at least 1000 pixels high.',
  });
  add(facts.sharpness === null ? null : severityBelow(facts.sharpness, SHARPNESS_MIN), {
    code: 'product_image_blurry',
    message: 'The picture is not sharp.',
    fix: 'Send the original picture, in focus and not enlarged.',
  });
  add(severityAbove(facts.backgroundTexture, BACKGROUND_TEXTURE_MAX), {
    code: 'busy_background',
    message: 'The background around the garment is patterned.',
    fix: 'Photograph the garment on a plain background.',
  });
  add(worn ? 'minor' : null, {
    code: 'worn_by_model',
    message: "A model wears the garment; the model's pose and folds are in it.",
    fix: 'Send a picture of the garment alone, laid flat or on an invisible mannequin.',
  });
  const score = Math.max(
    0,
    issues.reduce((left, issue) => left - SCORE_COST[issue.severity], 100),
  );
  return { score, level: score >= GOOD_SCORE_MIN ? 'good' : score >= USABLE_SCORE_MIN ? 'usable' : 'poor', issues };
}

interface Limits {
  readonly minor: number;
  readonly major: number;
}

function severityBelow(value: number, limits: Limits): SuitabilityIssue['severity'] | null {
  return value < limits.major ? 'major' : value < limits.minor ? 'minor' : null;
}

function severityAbove(value: number, limits: Limits): SuitabilityIssue['severity'] | null {
  return value > limits.major ? 'major' : value > limits.minor ? 'minor' : null;
}
