import { isErrorCode, type KeyEnv } from '@drape/contracts';
import { Counter, Histogram, type Registry } from 'prom-client';

/** The end of a try-on, known to the process that wrote it. */
export interface TryOnEnding {
  readonly env: KeyEnv;
  readonly plan: string;
  readonly status: 'completed' | 'failed' | 'canceled' | 'expired';
  /** Why it has no picture; null where it has one, or was not wanted any more. */
  readonly reason: string | null;
  /** From its creation, by the database's clock. */
  readonly seconds: number;
}

export interface TryOnMetrics {
  /** Counts an end. Each is written by one process, once: the sum over all processes is exact. */
  recordEnding(this: void, ending: TryOnEnding): void;
  /** Counts a rejected picture, by the error's code; other codes are not counted. */
  recordRefusal(this: void, code: string): void;
}

/** Buckets up to the promise of 2 s, and then up to the deadline. */
const END_TO_END_EDGES = [0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30, 60, 120];

/** Metrics that gateway and worker share. Test mode is left out: nothing is rendered there. */
export function createTryOnMetrics(registry: Registry): TryOnMetrics {
  const registers = [registry];
  const terminal = new Counter({
    name: 'tryon_terminal_total',
    help: 'Try-ons that have ended, by how and why.',
    labelNames: ['status', 'reason'],
    registers,
  });
  const endToEnd = new Histogram({
    name: 'tryon_end_to_end_seconds',
    help: 'From the creation of a try-on to its end.',
    labelNames: ['plan', 'outcome'],
    buckets: END_TO_END_EDGES,
    registers,
  });
  const refused = new Counter({
    name: 'image_refused_total',
    help: 'Photos and product pictures that were refused for what they are or show, by error code.',
    labelNames: ['reason'],
    registers,
  });
  const recordRefusal = (reason: string): void => {
    if (isOfPicture(reason)) refused.inc({ reason });
  };
  return {
    recordEnding({ env, plan, status, reason, seconds }) {
      if (env === 'test') return;
      terminal.inc({ status, reason: reason ?? 'none' });
      endToEnd.observe({ plan, outcome: status }, seconds);
      if (reason !== null) recordRefusal(reason);
    },
    recordRefusal,
  };
}

/** Errors about a picture's contents. */
const OF_CONTENT: ReadonlySet<string> = new Set([
  'person_not_detected',
  'multiple_people',
  'body_not_visible',
  'garment_not_detected',
  'category_mismatch',
  'category_ambiguous',
  'invalid_user_photo',
  'invalid_product_image',
]);
const OF_FILE = /^photo_|^(user_photo|product_image)_(too_large|too_small|not_an_image)$/;

/** Whether an error blames the picture itself, not its URL or the network. */
function isOfPicture(code: string): boolean {
  return isErrorCode(code) && (OF_CONTENT.has(code) || OF_FILE.test(code));
}
