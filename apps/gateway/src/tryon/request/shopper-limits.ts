import { retryAfterSec, type RateLimiter } from '@drape/access';
import { ServiceError } from '@drape/contracts';
import { principalOf, type ApiRequest } from '../../routes/route';

/** Try-ons that one shopper may make in a rolling hour with a publishable key, which everybody can read in the page. */
export interface ShopperLimits {
  readonly limiter: RateLimiter;
  readonly perAddress: number;
  readonly perSession: number;
}

/** Throws: ServiceError shopper_limit_reached. Other keys are the shop's own, and client tokens have maxTryOns. */
export async function rejectEagerShopper(
  { shopperLimits }: { readonly shopperLimits: ShopperLimits },
  request: ApiRequest,
  sessionId: string | null,
  /** Identifies the counted item where one request creates several. */
  member = request.requestId,
): Promise<void> {
  return rejectEager(shopperLimits, request, { sessionId, member, counted: 'shopper' });
}

/** The same for uploads, which have a separate count with the same limit. */
export async function rejectEagerUploader(
  { shopperLimits }: { readonly shopperLimits: ShopperLimits },
  request: ApiRequest,
  sessionId: string | null,
): Promise<void> {
  return rejectEager(shopperLimits, request, { sessionId, member: request.requestId, counted: 'uploader' });
}

interface Counted {
  readonly sessionId: string | null;
  readonly member: string;
  readonly counted: 'shopper' | 'uploader';
}

async function rejectEager(
  { limiter, perAddress, perSession }: ShopperLimits,
  request: ApiRequest,
  { sessionId, member, counted }: Counted,
): Promise<void> {
  const { kind, owner } = principalOf(request);
  if (kind !== 'pk') return;
  // By account: the shoppers of a rotated key remain the same.
  const shop = `${owner.accountId}:${owner.env}`;
  const take = (subject: string, limit: number) =>
    limiter.take({ subject: `${counted}:${shop}:${subject}`, limit, member });
  const states = [
    await take(`ip:${request.ip}`, perAddress),
    ...(sessionId === null ? [] : [await take(`session:${sessionId}`, perSession)]),
  ];
  const full = states.find(({ allowed }) => !allowed);
  if (full === undefined) return;
  const seconds = retryAfterSec(full);
  const detail = `A shopper may make ${full.limit} try-ons an hour here; the next is possible in ${seconds} s.`;
  throw new ServiceError('shopper_limit_reached', { detail, retryAfterSec: seconds });
}
