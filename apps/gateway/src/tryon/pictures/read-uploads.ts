import { isId, type ErrorCode, type ErrorDetail } from '@drape/contracts';
import type { Database, UploadRow } from '@drape/db';
import { uploadKey, type ObjectStore } from '@drape/storage';
import type { Principal } from '../../http/context';
import { LIMITS } from '../../http/limits';
import { mapToUnavailable } from '../../http/map-to-unavailable';
import { principalOf, type ApiRequest } from '../../routes/route';

/** The bytes of an upload, or why it cannot be used. */
export type ReadUpload =
  | { readonly ok: true; readonly id: string; readonly bytes: Buffer }
  | { readonly ok: false; readonly code: ErrorCode; readonly complaint: string };

/** The uploads that a body names, by the text in place of a picture. */
export type ReadUploads = ReadonlyMap<string, ReadUpload>;

export interface UploadsDeps {
  readonly db: Pick<Database, 'uploads'>;
  readonly store: Pick<ObjectStore, 'get' | 'sizeOf' | 'delete'>;
}

export const NO_UPLOADS: ReadUploads = new Map();

export const isUploadName = (text: string): boolean => text.startsWith('upl_') && text.length < 60;

/**
 * Reads the uploads that a request names, before the request is validated; this does not use them up. Their total size is limited by what
 * the gateway holds in memory per request.
 */
export async function readUploads(
  deps: UploadsDeps,
  request: ApiRequest,
  { names, sessionId }: { readonly names: readonly string[]; readonly sessionId: string | null },
): Promise<ReadUploads> {
  const read = new Map<string, ReadUpload>();
  let total = 0;
  for (const name of new Set(names)) {
    const upload = await readUpload(deps, principalOf(request), {
      name,
      sessionId,
      bytesMax: LIMITS.uploadsBytesMax - total,
    });
    if (upload.ok) total += upload.bytes.length;
    read.set(name, upload);
  }
  return read;
}

interface Wanted {
  readonly name: string;
  /** The request's session. */
  readonly sessionId: string | null;
  readonly bytesMax: number;
}

async function readUpload({ db, store }: UploadsDeps, principal: Principal, wanted: Wanted): Promise<ReadUpload> {
  const { name, bytesMax } = wanted;
  const row = isId('upl', name) ? await db.uploads.find(principal.owner, name) : null;
  const fault = row === null || !mayUse(principal, row, wanted.sessionId) ? NOT_FOUND : faultOf(row);
  if (fault !== null) return fault;
  const size = await mapToUnavailable(store.sizeOf(uploadKey(name)));
  if (size === null) {
    return refusal('upload_empty', 'is an upload that has no bytes yet: PUT the picture to its url first.');
  }
  if (size > Math.min(LIMITS.uploadBytesMax, bytesMax)) {
    return refusal(
      'upload_too_large',
      `is an upload of ${size} bytes; one has at most 15 MiB, those of a request 45 MiB.`,
    );
  }
  const bytes = await mapToUnavailable(store.get(uploadKey(name)));
  return bytes === null ? NOT_FOUND : { ok: true, id: name, bytes: Buffer.from(bytes) };
}

/** An upload created for a session can be used in that session only; those of publishable keys and client tokens always have one. */
function mayUse({ kind, clientToken }: Principal, row: UploadRow, sessionId: string | null): boolean {
  if (clientToken !== null) return row.sessionId === clientToken.sessionId;
  if (kind === 'pk') return row.sessionId !== null && row.sessionId === sessionId;
  return row.sessionId === null || row.sessionId === sessionId;
}

function faultOf({ isExpired, isUsed, reusable }: UploadRow): ReadUpload | null {
  if (isExpired) return refusal('upload_expired', 'is an upload that has expired: make another one.');
  if (isUsed && !reusable) return refusal('upload_used', 'is an upload that was used already: make another one.');
  return null;
}

const refusal = (code: ErrorCode, complaint: string): ReadUpload => ({ ok: false, code, complaint });

const NOT_FOUND = refusal(
  'upload_not_found',
  'is no upload that this key may use here; one of a session is used with the sessionId of that.',
);

/** The upload that a parameter names in place of a picture; null where it names none. */
export function takeUpload(uploads: ReadUploads, text: string, param: string): UploadOrProblem | null {
  if (!isUploadName(text)) return null;
  const upload = uploads.get(text) ?? NOT_FOUND;
  if (upload.ok) return { ok: true, id: upload.id, bytes: upload.bytes };
  const { code, complaint } = upload;
  return { ok: false, problem: { param, code, message: `${param} ${complaint}` } };
}

type UploadOrProblem =
  | { readonly ok: true; readonly id: string; readonly bytes: Buffer }
  | { readonly ok: false; readonly problem: ErrorDetail };
