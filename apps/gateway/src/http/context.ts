import type { RateLimitPolicy, RateLimitState } from '@drape/access';
import type {
  ApiVersion,
  ErrorCode,
  KeyEnv,
  KeyKind,
  MemberRole,
  Owner,
  PlanName,
  QualityLevel,
  Scope,
  ServiceError,
} from '@drape/contracts';
import type { ServedRequest } from '@drape/telemetry';
import type { Timings } from './server-timing';

/** What a shopper's token adds to the key that made it. */
export interface ClientToken {
  readonly id: string;
  /** The only session that it may work on. */
  readonly sessionId: string;
  readonly maxTryOns: number | null;
}

/** Somebody who is signed in to the dashboard. */
export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  /** Of the cookie. */
  readonly sessionHash: string;
}

/** Who sends the request: what a valid API key, a client token or a member's cookie stands for. */
export interface Principal {
  /** Of a member: the person's id. */
  readonly keyId: string;
  /** The key and those linked to it by rotation, oldest first: what one of them made, the others may go on using. */
  readonly keyFamily: readonly string[];
  readonly accountId: string;
  /** Whose data the key works on: the account's live or its test data. */
  readonly owner: Owner;
  /** ct: a client token; member: a person signed in to the dashboard. */
  readonly kind: KeyKind | 'ct' | 'member';
  readonly env: KeyEnv;
  readonly scopes: readonly Scope[];
  readonly suspended: boolean;
  /** Origins that may use a publishable key or client token. Empty: any for a token, none for a key. */
  readonly allowedOrigins: readonly string[];
  readonly plan: PlanName;
  readonly limitPerHour: number;
  /** Try-ons of the account that may be unfinished at the same time. */
  readonly inFlightMax: number;
  /** The version of the API that the account is pinned to. */
  readonly pinnedVersion: string;
  readonly clientToken: ClientToken | null;
  /** The minimum quality of try-ons that name none. */
  readonly minQuality: QualityLevel;
  /** How long results are kept where the try-on does not say. */
  readonly retentionSeconds: number;
  readonly member: Member | null;
}

/** The quota that a request was counted against. */
export interface RateLimitMark {
  readonly state: RateLimitState;
  readonly policy: RateLimitPolicy;
  /** Gives the counted request back. */
  readonly refund: () => void;
  /** Whether it uses a unit of the account's hour. */
  readonly usesQuota: () => boolean;
}

/** What the request log records of the answer. */
export interface Outcome {
  errorCode: ErrorCode | null;
  /** The try-on that the answer shows. */
  tryOnId: string | null;
}

/** What the middleware knows of a request; created by request-id, filled in on the way. */
export interface RequestContext {
  readonly requestId: string;
  readonly clientRequestId: string | undefined;
  readonly startedAtMs: number;
  /** The name or address by which the client reached us, without a port; null where that is not known. */
  readonly host: string | null;
  /** The service's address as this client sees it. */
  readonly publicUrl: string;
  /** Durations of the request's parts, for Server-Timing. */
  readonly timings: Timings;
  /** The gateway is shutting down: the connection is to be closed after the answer. */
  readonly isDraining: () => boolean;
  /** Its span, where traces are on. */
  readonly span: ServedRequest;
  /** Path of the route with its parameters' names, for the log. */
  route: string;
  principal: Principal | null;
  /** The version of the API that the request names, where it is known. */
  readonly requestedVersion: ApiVersion | null;
  /** Why there is no principal. */
  authError: ServiceError | null;
  rateLimit: RateLimitMark | null;
  readonly outcome: Outcome;
}

declare global {
  // Express' own place for extending the request.
  namespace Express {
    interface Request {
      context: RequestContext;
    }
  }
}
