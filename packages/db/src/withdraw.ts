import { Prisma } from './prisma';

/**
 * The columns to SET before objects of try-ons are erased: no row promises a picture any more, and renders in progress are not kept either.
 * An erasure that is interrupted later leaves correct rows, and objects that workers delete as after their retention.
 */
export const WITHDRAWN = Prisma.sql`
  expires_at = CASE WHEN status = 'completed' THEN LEAST(expires_at, now()) ELSE expires_at END,
  retention_seconds = CASE WHEN status IN ('queued', 'processing') THEN 0 ELSE retention_seconds END,
  cleanup_at = CASE WHEN status IN ('queued', 'processing') THEN cleanup_at ELSE now() END`;

/** Whether a result may be stored: an expired or withdrawn one is, until it is cleaned up. */
export const HAS_RESULT = Prisma.sql`(result_key IS NOT NULL AND (expires_at IS NULL OR expires_at > now() OR cleanup_at IS NOT NULL))`;
