import type { Owner } from '@drape/contracts';
import type { PrismaClient } from './prisma';
import type { TryOnRow } from './records';
import { toTryOnRow } from './try-on-row';

/** Who renders a try-on. */
export type RenderClaim =
  /** This attempt. */
  | { readonly kind: 'render' }
  /** Nobody: another try-on of the account already has the result. */
  | { readonly kind: 'reuse'; readonly source: TryOnRow }
  /** Another worker is rendering an identical try-on of the account. */
  | { readonly kind: 'wait' }
  /** The attempt has lost the row. */
  | { readonly kind: 'lost' };

export interface RenderClaims {
  /**
   * Of an account's try-ons with the same render key at most one is rendered at a time; the others wait and then reuse its result. Those
   * that wait hold no claim, so two never wait for each other; a claim ends with its row's lease.
   */
  claimRender(row: { id: string; owner: Owner }, attempt: number, renderKey: string): Promise<RenderClaim>;
}

/** A result is reused only while enough time is left to copy it. */
const LEFT_SECONDS = 30;

export function createRenderClaims(prisma: PrismaClient): RenderClaims {
  return {
    claimRender: ({ id, owner: { accountId, env } }, attempt, renderKey) =>
      prisma.$transaction(async (tx): Promise<RenderClaim> => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${accountId} ${env} ${renderKey}`}, 0))`;
        // In this order: one that ends between the two statements is found by the second.
        const others = await tx.$queryRaw<{ id: string }[]>`
          SELECT id FROM try_ons
          WHERE account_id = ${accountId} AND env = ${env}::key_env AND render_key = ${renderKey} AND status = 'processing' AND lease_expires_at > now()
            AND id <> ${id} LIMIT 1`;
        const kept = await tx.$queryRaw<{ id: string }[]>`
          SELECT id FROM try_ons
          WHERE account_id = ${accountId} AND env = ${env}::key_env AND render_key = ${renderKey} AND status = 'completed' AND result_key IS NOT NULL
            AND expires_at > now() + ${LEFT_SECONDS}::int * interval '1 second'
          ORDER BY completed_at DESC LIMIT 1`;
        const source = kept[0] === undefined ? null : await tx.tryOn.findUnique({ where: { id: kept[0].id } });
        const isWaiting = source === null && others.length > 0;
        const held = await tx.$executeRaw`
          UPDATE try_ons SET render_key = CASE WHEN ${isWaiting} THEN NULL ELSE ${renderKey} END, updated_at = now()
          WHERE id = ${id} AND attempt = ${attempt} AND status = 'processing'`;
        if (held === 0) return { kind: 'lost' };
        if (source !== null) return { kind: 'reuse', source: toTryOnRow(source) };
        return { kind: isWaiting ? 'wait' : 'render' };
      }),
  };
}
