import { Prisma } from './prisma';

/**
 * What is SET before the objects of try-ons are erased: no row promises a picture any more, and what is still being made is not kept
 * either. Whoever breaks off after it leaves rows that are true, and objects that workers tidy up as after their retention.
 */
export const WITHDRAWN = Prisma.sql`
  expires_at = CASE WHEN status = 'completed' THEN LEAST(expires_at, now()) ELSE expires_at END,
  retention_seconds = CASE WHEN status IN ('queued', 'processing') THEN 0 ELSE retention_seconds END,
  cleanup_at = CASE WHEN status IN ('queued', 'processing') THEN cleanup_at ELSE now() END`;

/** Whether a picture is stored: one whose retention is over or that was withdrawn may be, until it is tidied up. */
export const HAS_RESULT = Prisma.sql`(result_key IS NOT NULL AND (expires_at IS NULL OR expires_at > now() OR cleanup_at IS NOT NULL))`;
