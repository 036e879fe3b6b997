import { QUALITY_LEVELS, type QualityLevel } from '@drape/contracts';
import type { MeasuredPicture } from '../picture';
import { pictureFeatures, type Features } from './features';
import { logitOf, probabilityOf, QUALITY_MODEL, type QualityModel } from './model';
import { reasonsOf } from './reasons';
import type { Quality } from '../../model/quality';

/** Judges a finished picture. Pure. Cost: docs/picture/what-to-expect.md. */
export const judgePicture = (picture: MeasuredPicture): Quality => qualityOf(pictureFeatures(picture));

export function qualityOf(features: Features, model: QualityModel = QUALITY_MODEL): Quality {
  const score = Math.round(100 * probabilityOf(logitOf(model, features)));
  const { fair, good } = model.limits;
  const level = score >= good ? 'good' : score >= fair ? 'fair' : 'poor';
  return { level, score, reasons: level === 'good' ? [] : reasonsOf(model, features) };
}

/** Whether a picture of this level may be shown to a client that requires at least `wanted`. */
export const isPresentable = (level: QualityLevel, wanted: QualityLevel): boolean =>
  QUALITY_LEVELS.indexOf(level) <= QUALITY_LEVELS.indexOf(wanted);
