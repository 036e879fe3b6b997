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
 * Adds what a signed-in member changed to the audit log, before the response is sent: every operation that is not a read, so that no new
 * one can be forgotten. Where recording fails, the change stays and the failure is logged.
 */
export async function recordAction(
  { db, log }: RecordActionDeps,
  { method, scope, member, operationId }: Route,
  req: Request,
  answer: Answer | Document | EventStream,
): Promise<void> {
  const { principal } = req.context;
  // Sign-ins record themselves: only then is the person known.
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

/** The id in the path, else that of the created resource. */
function targetOf(req: Request, answer: Answer | Document | EventStream): string | null {
  const { id: named } = req.params;
  if (typeof named === 'string') return named;
  if (!('data' in answer) || typeof answer.data !== 'object' || answer.data === null) return null;
  const id = 'id' in answer.data ? answer.data.id : null;
  return typeof id === 'string' ? id : null;
}
