import type { Database } from '@drape/db';
import type { Logger } from '@drape/runtime';
import type { Request } from 'express';
import type { Answer, Document, EventStream } from '../http/respond';
import type { Route } from '../routes';

export interface RecordActionDeps {
  readonly db: Pick<Database, 'auditLog'>;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Puts on record what a signed-in member changed, before the answer goes out: every operation that is no read, so that a new one
 * cannot be forgotten. What is done stays done where the record fails; that is logged.
 */
export async function recordAction(
  { db, log }: RecordActionDeps,
  { method, scope, member, operationId }: Route,
  req: Request,
  answer: Answer | Document | EventStream,
): Promise<void> {
  const { principal } = req.context;
  // Signing in puts itself on record: only then is it known who that is.
  if (scope === null && member === undefined) return;
  if (method === 'get' || principal === null || principal.member === null) return;
  if ('error' in answer && answer.error !== undefined) return;
  const { userId, email } = principal.member;
  try {
    await db.auditLog.write({
      accountId: principal.accountId,
      userId,
      email,
      env: scope === null ? null : principal.env,
      action: operationId,
      target: targetOf(req, answer),
    });
  } catch (err) {
    log.error(
      { err, action: operationId, requestId: req.context.requestId },
      'an entry of the audit log could not be written',
    );
  }
}

/** The id of the path, else of what was made. */
function targetOf(req: Request, answer: Answer | Document | EventStream): string | null {
  const { id: named } = req.params;
  if (typeof named === 'string') return named;
  if (!('data' in answer) || typeof answer.data !== 'object' || answer.data === null) return null;
  const id = 'id' in answer.data ? answer.data.id : null;
  return typeof id === 'string' ? id : null;
}
