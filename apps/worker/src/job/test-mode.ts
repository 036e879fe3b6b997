import { setTimeout as sleep } from 'node:timers/promises';
import {
  ERRORS,
  parseTestOutcome,
  warning,
  type FailureCode,
  type FailureFields,
  type OutputFormat,
  type ProductCategory,
} from '@drape/contracts';
import type { LookProduct, ProductFindings, TryOnRow } from '@drape/db';
import { encodeResult, type EncodedResult } from '@drape/media';
import type { TryOnEvidence } from '@drape/tryon';
import { RenderCanceled, RenderRefused } from '../render/child-process';
import type { RenderedOther, RenderOutput } from '../render/child-protocol';
import { requirePresentable } from './presentable';
import { drawTestPicture } from './test-picture';

/** Evidence of every try-on in test mode: constant, so that its score is, too. */
export const EVIDENCE: TryOnEvidence = {
  poseConfidence: 0.9,
  keypointsVisible: 1,
  overlap: 0.9,
  garmentQuality: 0.8,
  fillShare: 0,
  invented: { skinShare: 0, backgroundShare: 0 },
  flips: 0,
  stretchP95: 1,
  residualMax: 0,
  quality: { level: 'good', score: 90, reasons: [] },
};

/** Fields of errors in test mode, in the form of a render's. */
const FIELDS: Partial<Record<FailureCode, FailureFields>> = {
  body_not_visible: { needed: ['hips', 'legs'] },
  category_ambiguous: {
    candidates: [
      { category: 'top', confidence: 0.55 },
      { category: 'dress', confidence: 0.4 },
    ],
  },
  category_mismatch: { detected: 'pants', confidence: 0.97 },
};

/** Evidence of result_not_presentable in test mode. */
const POOR: TryOnEvidence = {
  ...EVIDENCE,
  quality: {
    level: 'poor',
    score: 12,
    reasons: [
      {
        code: 'garment_unclear',
        message: 'The garment is hard to read in the product picture; send it alone on a plain background.',
        about: 'product',
      },
      {
        code: 'side_view',
        message: 'The person is turned to the side; a photo taken from the front gives a better picture.',
        about: 'photo',
      },
    ],
  },
};

/**
 * The outcome that a test-mode URL asks for; any URL but those of the test host counts as `/ok`. Reads and fetches no picture: it takes
 * only a timer, so that no test key can delay live try-ons.
 * Throws: RenderRefused with the requested code; NotPresentable for that of poor pictures; RenderCanceled when `signal` aborts: a canceled
 * outcome does not occupy a place that others wait for.
 */
export async function renderTest(row: TryOnRow, signal: AbortSignal): Promise<RenderOutput> {
  const outcome = parseTestOutcome(row.productImageUrl);
  const { categoryRequested, minQuality } = row;
  const named = {
    category: categoryRequested ?? 'top',
    categorySource: categoryRequested === null ? 'detected' : 'client',
  } as const;
  if (outcome?.kind === 'fail' && outcome.code === 'result_not_presentable') {
    // the URL's outcome, whatever quality the row asks for
    requirePresentable({ ...named, evidence: POOR }, minQuality === 'poor' ? 'fair' : minQuality);
  }
  if (outcome?.kind === 'fail') {
    throw new RenderRefused(outcome.code, ERRORS[outcome.code].title, FIELDS[outcome.code]);
  }
  if (outcome?.kind === 'ok') await pause(outcome.afterMs, signal);
  const { bytes, format, width, height, sha256 } = await testPicture(row.outputFormat);
  return {
    bytes,
    format,
    width,
    height,
    sha256,
    evidence: EVIDENCE,
    ownScore: EVIDENCE.quality.score,
    others: (row.look?.others ?? []).map(toOther),
    warnings: outcome === null ? [warning('test_mode')] : [],
    stages: [],
    ...named,
    findings: null,
    cached: { garment: false, person: false },
    garmentFrom: 'analysis',
  };
}

function toOther({ categoryRequested }: LookProduct): RenderedOther {
  return {
    category: categoryRequested ?? 'pants',
    categorySource: categoryRequested === null ? 'detected' : 'client',
    evidence: EVIDENCE,
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw new RenderCanceled('The try-on has ended.');
  });
}

/** Findings about every product in test mode: constant, whatever its URL shows. */
export function testFindings(category: ProductCategory | null): ProductFindings {
  const sure = (value: string) => ({ value, confidence: 1 });
  return {
    category: category ?? 'top',
    categorySource: category === null ? 'detected' : 'client',
    categoryConfidence: 1,
    analyzerVersion: 'test',
    analysis: {
      colors: [{ hex: '#808080', name: 'grey', share: 1 }],
      pattern: sure('solid'),
      sleeveLength: sure('short'),
      neckline: sure('round'),
      length: sure('regular'),
      photoType: sure('flat_lay'),
      suitability: { score: 100, level: 'good', issues: [] },
      image: {
        width: 768,
        height: 1024,
        format: 'jpeg',
        bytes: 1,
        sha256: '0'.repeat(64),
        sharpness: 1,
        backgroundUniformity: 1,
      },
    },
  };
}

const pictures = new Map<OutputFormat, Promise<EncodedResult>>();

/** Encoded once per format. */
function testPicture(format: OutputFormat): Promise<EncodedResult> {
  const made = pictures.get(format) ?? encodeResult(drawTestPicture(), { format });
  pictures.set(format, made);
  return made;
}
