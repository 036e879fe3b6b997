import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, type TestOutcome } from '@drape/contracts';
import type { TryOnRow } from '@drape/db';
import { decodePhoto, encodeResult } from '@drape/media';
import type { TryOnEvidence } from '@drape/tryon';
import { RenderRefused } from './child-process';
import type { RenderOutput } from './child-protocol';

/** What a try-on of test mode pretends to have seen: always the same, so that its score is, too. */
const EVIDENCE: TryOnEvidence = {
  ...{ poseConfidence: 0.9, keypointsVisible: 1, overlap: 0.9, garmentQuality: 0.8 },
  ...{ fillShare: 0, flips: 0, stretchP95: 1, residualMax: 0, parseSource: 'network' },
  invented: { skinShare: 0, backgroundShare: 0 },
};

/**
 * The outcome that a test-mode URL asks for, without rendering: the photo itself, turned upright and without EXIF.
 * Throws: RenderRefused with the code that was asked for.
 */
export async function renderTest(
  outcome: TestOutcome,
  row: TryOnRow,
  photo: () => Promise<Uint8Array>,
): Promise<RenderOutput> {
  if (outcome.kind === 'fail') throw new RenderRefused(outcome.code, ERRORS[outcome.code].title);
  if (outcome.kind === 'ok') await sleep(outcome.afterMs);
  const { raster } = await decodePhoto(await photo());
  const { bytes, format, width, height, sha256 } = await encodeResult(raster, { format: row.outputFormat });
  return {
    ...{ bytes, format, width, height, sha256, evidence: EVIDENCE, warnings: [], stages: [] },
    ...{
      category: row.categoryRequested ?? 'top',
      categorySource: row.categoryRequested === null ? 'detected' : 'client',
    },
    findings: null,
    cached: { garment: false, person: false },
  };
}
