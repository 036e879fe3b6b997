import type { ProductCategory, QualityLevel } from '@drape/contracts';
import type { JudgedPicture } from '@drape/db';
import { isPresentable, type TryOnEvidence } from '@drape/tryon';

/** A picture was rendered, but is below the requested quality. */
export class NotPresentable extends Error {
  override readonly name = 'NotPresentable';
  /** For people: how it differs from what was requested, and what to send instead. */
  readonly detail: string;

  constructor(
    readonly judged: JudgedPicture,
    wanted: QualityLevel,
  ) {
    const { level, score, reasons } = judged.quality;
    const advice = reasons.map(({ message }) => ` ${message}`).join('');
    const detail = `The picture is not good enough to be shown: its quality is ${level} (${score} of 100), asked for is ${wanted}.${advice}`;
    super(detail);
    this.detail = detail;
  }
}

interface Made {
  readonly category: ProductCategory;
  readonly categorySource: 'client' | 'detected';
  readonly evidence: TryOnEvidence;
}

/** Throws: NotPresentable where the picture's quality is below `wanted`. */
export function requirePresentable({ category, categorySource, evidence }: Made, wanted: QualityLevel): void {
  const { quality } = evidence;
  if (isPresentable(quality.level, wanted)) return;
  throw new NotPresentable(
    { category, categorySource, quality: toContractQuality(quality), evidence: { ...evidence } },
    wanted,
  );
}

/** In the form of the API contract. */
export function toContractQuality({ level, score, reasons }: TryOnEvidence['quality']): JudgedPicture['quality'] {
  return { level, score, reasons: reasons.map(({ code, message, about }) => ({ code, message, about })) };
}
