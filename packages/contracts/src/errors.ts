import { PICTURE_FORMATS } from './picture-formats';

/** The families of errors; a client that does not know a code falls back on its type. */
export const ERROR_TYPES = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'not_found_error',
  'conflict_error',
  'rate_limit_error',
  'render_error',
  'api_error',
] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

/** What a code means, wherever it is thrown. */
export interface ErrorSpec {
  /** HTTP status of the answer. 200 for render errors: the request was right, the try-on failed. */
  readonly status: number;
  readonly type: ErrorType;
  /** Public sentence, used where the thrower gives no detail. */
  readonly title: string;
  /** The same request may succeed later, unchanged. */
  readonly retryable: boolean;
  /** Our fault: logged as an error, counted against the objective. */
  readonly report: boolean;
  /** What to do about it, where the title does not say so: a paragraph of docs/errors.md. */
  readonly help?: string;
}

/** Who runs the service can open it to servers that are not public; the error's page says how. */
const FETCH_ALLOW_HELP =
  'Local and private addresses, names such as `localhost`, and unusual ports are refused. To allow a server of your own that is not public, the operator lists it in `DRAPE_FETCH_ALLOW` of the gateway and of the workers as `host:port`, always with the port and with commas between several: `DRAPE_FETCH_ALLOW=127.0.0.1:8081,images.internal:443`.';
/** Used for whatever could not be reached, for any reason: no answer may reveal whether it was a closed port or a private address. */
const UNREACHABLE_HELP =
  'The answer is the same for a missing host, a closed port, a name that leads to a private address and a broken reply, so that it reveals nothing about a network. To allow a server of your own that is not public, the operator lists it in `DRAPE_FETCH_ALLOW` as `host:port`: `DRAPE_FETCH_ALLOW=images.internal:443`.';

const badRequest = (title: string) =>
  ({ status: 400, type: 'invalid_request_error', title, retryable: false, report: false }) as const;
const invalidRequest = <S extends number>(status: S, title: string) =>
  ({ status, type: 'invalid_request_error', title, retryable: false, report: false }) as const;
const unauthenticated = (title: string) =>
  ({ status: 401, type: 'authentication_error', title, retryable: false, report: false }) as const;
const forbidden = (title: string) =>
  ({ status: 403, type: 'permission_error', title, retryable: false, report: false }) as const;
const notFound = (title: string) =>
  ({ status: 404, type: 'not_found_error', title, retryable: false, report: false }) as const;
const conflict = <S extends number>(status: S, title: string, retryable = false) =>
  ({ status, type: 'conflict_error', title, retryable, report: false }) as const;
const renderFailure = (title: string, retryable: boolean, report = false) =>
  ({ status: 200, type: 'render_error', title, retryable, report }) as const;
const helped = <S extends ErrorSpec>(spec: S, help: string) => ({ ...spec, help }) as const;
const ours = <S extends number>(status: S, title: string, report: boolean) =>
  ({ status, type: 'api_error', title, retryable: true, report }) as const;

/**
 * Every error code of the service, once. Codes are stable: clients branch on them. The OpenAPI enum and docs/errors.md
 * are generated from here.
 */
export const ERRORS = {
  // The request as such.
  malformed_request: badRequest('The request is not well-formed HTTP.'),
  headers_too_large: invalidRequest(431, 'The headers of the request have more than 16 KiB.'),
  request_timeout: {
    ...invalidRequest(408, 'The request took too long to arrive.'),
    retryable: true,
  },
  expectation_failed: invalidRequest(417, 'The only Expect value supported is 100-continue.'),
  invalid_json: badRequest('The body is not valid JSON.'),
  body_too_complex: badRequest('The body holds more nested values than any request of this API needs.'),
  invalid_body: badRequest('The body must be a JSON object.'),
  missing_parameter: badRequest('A required parameter is missing.'),
  unknown_parameter: badRequest('The request has a parameter that this endpoint does not know.'),
  invalid_parameter: badRequest('A parameter has a value that is not allowed.'),
  invalid_product_image_url: badRequest('productImageUrl must be an http or https URL of at most 2,048 characters.'),
  product_image_url_not_allowed: helped(
    badRequest('productImageUrl must point to a public address.'),
    FETCH_ALLOW_HELP,
  ),
  invalid_product_image: badRequest(
    `productImage must be base64 of a ${PICTURE_FORMATS} picture: at most 40 megapixels (AVIF 12.5), shortest side at least 200 pixels, at most 4:1, not animated.`,
  ),
  invalid_user_photo: badRequest(`userPhoto must be base64 of a ${PICTURE_FORMATS} picture, or the https URL of one.`),
  user_photo_url_not_allowed: helped(badRequest('userPhoto must point to a public address.'), FETCH_ALLOW_HELP),
  photo_not_an_image: badRequest(`userPhoto is not a ${PICTURE_FORMATS} picture.`),
  photo_unreadable: badRequest('userPhoto looks like a picture, but its header cannot be read.'),
  photo_too_small: badRequest('userPhoto is too small: its shortest side must have at least 256 pixels.'),
  photo_too_many_pixels: badRequest('userPhoto has more than 40 megapixels (AVIF 12.5).'),
  photo_aspect_ratio: badRequest('userPhoto is too long and narrow: at most 4:1.'),
  photo_animated: badRequest('userPhoto is animated: send a single picture.'),
  invalid_product_category: badRequest('productCategory must be one of dress, top, pants, jacket, skirt.'),
  invalid_session_id: badRequest('sessionId must be a string of 1 to 128 printable characters.'),
  invalid_product_id: badRequest('productId must be a string of 1 to 128 printable characters.'),
  invalid_size: badRequest('size must be a string of 1 to 40 characters.'),
  invalid_fit_preference: badRequest('fitPreference must be one of slim, regular, loose.'),
  invalid_department: badRequest('department must be one of women, men, unisex.'),
  invalid_webhook_url: helped(badRequest('webhookUrl must be a public https URL.'), FETCH_ALLOW_HELP),
  invalid_url: helped(badRequest('url must be a public https URL of at most 2,048 characters.'), FETCH_ALLOW_HELP),
  invalid_events: badRequest('events must be a list of names of events.'),
  invalid_min_quality: badRequest('minQuality must be one of good, fair, poor.'),
  invalid_metadata: badRequest('metadata must be an object of at most 20 strings.'),
  invalid_retention_seconds: badRequest('retentionSeconds must be an integer from 0 to 2,592,000.'),
  invalid_output_format: badRequest('outputFormat must be one of jpeg, png, webp.'),
  invalid_consent: badRequest('consent must be {given, policyVersion}.'),
  invalid_version: helped(
    badRequest('Drape-Version must be a version of the API that this service knows.'),
    'Versions are dates, such as `2026-11-01`; docs/changelog.md says what each changed. A request without the header gets the version that the account is pinned to.',
  ),
  invalid_limit: badRequest('limit must be an integer from 1 to 100.'),
  invalid_offset: badRequest('offset must be an integer from 0 to 100,000.'),
  invalid_starting_after: badRequest('starting_after must be the id of an entry of the list.'),
  invalid_import: badRequest('The import file cannot be read.'),
  import_too_many_rows: badRequest('An import has at most 10,000 rows: send several.'),
  invalid_unit: badRequest('unit must be cm or in.'),
  invalid_size_chart: badRequest('The size chart has a cell or a line that cannot be used.'),
  invalid_env: badRequest(
    'env must match the key used for the request: a live key manages live keys, a test key test keys.',
  ),
  invalid_scopes: badRequest('scopes must be a list of names of permissions that this kind of key may have.'),
  invalid_allowed_origins: badRequest(
    'allowedOrigins must be a list of origins such as https://shop.example, for publishable keys and for no others.',
  ),
  invalid_expires_at: badRequest('expiresAt must be a time in the future, within ten years, or null.'),
  invalid_email: badRequest('email must be an e-mail address.'),
  invalid_password: badRequest('password must have 12 to 200 characters.'),
  invalid_account_name: badRequest('accountName must be a string of 1 to 100 characters.'),
  invalid_role: badRequest('role must be one of owner, developer, viewer.'),
  invalid_measurement: badRequest('A measurement is outside its bounds.'),
  measurements_empty: badRequest('At least one measurement is required.'),
  invalid_idempotency_key: badRequest('Idempotency-Key must have 1 to 255 printable characters.'),
  body_too_large: invalidRequest(413, 'The body is larger than 15 MiB.'),
  photo_too_large: invalidRequest(413, 'userPhoto is larger than 10 MiB.'),
  upload_too_large: invalidRequest(
    413,
    'An upload has at most 15 MiB, and those of one request together at most 45 MiB.',
  ),
  upload_empty: badRequest('The upload is empty: nothing has been sent to its URL yet.'),
  upload_expired: badRequest('The upload has expired: uploads are kept for an hour.'),
  upload_used: badRequest('The upload has already been used: it is good for one request unless it was made reusable.'),
  unsupported_media_type: helped(
    invalidRequest(415, 'The body has a type that this endpoint does not take, is compressed, or is not UTF-8.'),
    'Bodies are `application/json`, with two exceptions: a size chart may also be `text/csv`, and an import is `text/csv` or `application/x-ndjson`.',
  ),
  method_not_allowed: invalidRequest(405, 'This path does not support the method.'),

  // Who asks.
  missing_api_key: unauthenticated('Send your API key as "Authorization: Bearer <API_KEY>".'),
  invalid_api_key: unauthenticated('The API key is not valid.'),
  expired_api_key: unauthenticated('The API key has expired.'),
  revoked_api_key: unauthenticated('The API key was revoked.'),
  invalid_client_token: unauthenticated('The client token is not valid.'),
  expired_client_token: unauthenticated('The client token has expired.'),
  revoked_client_token: unauthenticated('The client token was revoked: its session was erased, or its key revoked.'),
  not_signed_in: unauthenticated('Sign in to the dashboard first.'),
  sign_in_failed: unauthenticated('The address or the password is wrong.'),
  link_not_valid: unauthenticated('The link has already been used, or it is too old.'),
  passkey_refused: unauthenticated('The passkey is not known here, or its answer came too late.'),
  sign_up_closed: helped(
    forbidden('Accounts are opened by invitation here.'),
    'Ask an owner of the account for an invitation, or the operator, who can send one with `drape member invite` and lets everybody in with `DRAPE_SIGN_UP=open`.',
  ),
  role_too_low: forbidden('The role of the member does not allow this.'),
  cross_site_request: helped(
    forbidden('Signed-in members may act from the dashboard’s own page only.'),
    'The request came with the dashboard’s cookie, and not from a page of this service. Programs use an API key instead. Behind a proxy `DRAPE_PUBLIC_URL` must be the address that browsers use, or the proxy must pass `Host` on.',
  ),
  insufficient_scope: forbidden('The API key lacks a permission that this endpoint needs.'),
  scope_not_grantable: helped(
    forbidden('An API key can only give, change and rotate what it may do itself.'),
    'A key may create, change and rotate keys whose `scopes` it has itself, all of them. It may list and revoke every key of the account and of its `env`.',
  ),
  origin_not_allowed: forbidden('The API key may not be used from this origin.'),
  account_suspended: forbidden('The account is suspended.'),

  // What is asked for. Another account's id is the same "not found".
  route_not_found: notFound('There is no such path.'),
  tryon_not_found: notFound('There is no try-on with this id.'),
  session_not_found: notFound('There is no session with this id.'),
  upload_not_found: notFound('There is no upload with this id that the key may use here.'),
  product_not_found: notFound('There is no product with this id.'),
  garment_package_not_ready: helped(
    conflict(409, 'The garment of this product is not packaged yet.', true),
    'It is packaged when its picture is analysed, a second or two after the product is made known where a worker is free, and anew at its first try-on after an upgrade.',
  ),
  product_has_no_garment: conflict(409, 'The picture of this product cannot be tried on.'),
  import_not_found: notFound('There is no import with this id.'),
  measurements_not_found: notFound('There are no measurements with this id.'),
  webhook_not_found: notFound('There is no webhook with this id.'),
  key_not_found: notFound('There is no API key with this id.'),
  request_not_found: helped(
    notFound('There is no request with this id on record.'),
    'A request is on record about a second after its answer, and for 7 days. Requests without a valid API key belong to no account and are not on record.',
  ),
  webhook_delivery_not_found: notFound('There is no delivery with this id.'),
  member_not_found: notFound('There is no such member of the account.'),
  invitation_not_found: notFound('There is no invitation with this id.'),
  passkey_not_found: notFound('There is no passkey with this id.'),
  last_owner: conflict(409, 'An account needs an owner: make somebody else one first.'),
  already_member: conflict(409, 'The person is a member of the account already.'),
  mail_is_off: helped(
    conflict(409, 'This service sends no mail: sign in with a passkey or a password.'),
    'The operator names a mail server in `DRAPE_SMTP_URL`. `drape member link` makes a sign-in link on the command line.',
  ),
  webhook_limit_reached: conflict(409, 'The account has as many webhooks as it may have.'),
  key_limit_reached: conflict(409, 'The account has as many active API keys as it may have.'),
  key_not_active: conflict(409, 'The API key has expired or was revoked: create a new one.'),
  key_already_rotated: conflict(409, 'The API key was rotated already: use the key that took its place.'),
  import_limit_reached: conflict(409, 'The account has as many unfinished imports as it may have.', true),
  tryon_already_finished: conflict(409, 'The try-on is already finished.'),
  tryon_not_completed: conflict(409, 'The try-on has no picture yet: it is not completed.', true),
  tryon_has_no_picture: conflict(409, 'The try-on ended without a picture.'),
  external_id_taken: helped(
    conflict(409, 'Another product of the account has this externalId.'),
    'The error’s `productId` names it. To move the name, take it away from that product with `PATCH /v1/products/{id}` and `{"externalId": null}` (or delete the product), and send the request again.',
  ),
  product_image_taken: helped(
    conflict(409, 'Another product of the account has this picture.'),
    'The error’s `productId` names it: change that product with `PATCH /v1/products/{id}` (its `externalId` too), or delete it and send the request again.',
  ),
  idempotency_request_in_progress: conflict(409, 'A request with this Idempotency-Key is still running.', true),
  idempotency_key_reused: conflict(422, 'This Idempotency-Key was used with a different body, or for another session.'),
  image_expired: { ...notFound('The image is past its retention and was deleted.'), status: 410 },
  too_many_in_flight: {
    status: 429,
    type: 'rate_limit_error',
    title: 'The account has as many unfinished try-ons as its plan allows.',
    retryable: true,
    report: false,
  },
  shopper_limit_reached: {
    status: 429,
    type: 'rate_limit_error',
    title: 'The shopper has made as many try-ons as the shop allows.',
    retryable: true,
    report: false,
  },
  client_token_used_up: {
    status: 429,
    type: 'rate_limit_error',
    title: 'The client token has made all the try-ons that it allows.',
    retryable: false,
    report: false,
  },
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    title: 'The rate limit of the account is used up.',
    retryable: true,
    report: false,
  },

  // Why a try-on failed: HTTP 200 with success false.
  person_not_detected: renderFailure('No person was found in the photo.', false),
  multiple_people: renderFailure('The photo shows more than one person.', false),
  body_not_visible: renderFailure('The photo does not show the part of the body that the garment covers.', false),
  photo_too_blurry: renderFailure('The photo is too blurry.', false),
  photo_rejected: renderFailure('The photo cannot be used.', false),
  user_photo_unreachable: helped(renderFailure('The photo could not be fetched.', true), UNREACHABLE_HELP),
  user_photo_not_allowed: helped(
    renderFailure(
      'The URL of the photo, or a redirect from it, leads to an address that may not be fetched from.',
      false,
    ),
    FETCH_ALLOW_HELP,
  ),
  user_photo_too_many_redirects: renderFailure('The server of the photo redirects more than 3 times.', false),
  user_photo_rate_limited: renderFailure('The server of the photo answered 429: it is asked too often.', true),
  user_photo_server_error: renderFailure(
    'The server of the photo failed: it answered with a status of 500 or more.',
    true,
  ),
  user_photo_forbidden: renderFailure('The server of the photo refused access.', false),
  user_photo_not_found: renderFailure('The photo does not exist at its URL.', false),
  user_photo_timeout: renderFailure('The photo took too long to arrive.', true),
  user_photo_too_large: renderFailure('The photo is larger than 10 MiB.', false),
  user_photo_not_an_image: renderFailure(`The URL of the photo does not lead to a ${PICTURE_FORMATS} picture.`, false),
  product_image_unreachable: helped(renderFailure('The product image could not be fetched.', true), UNREACHABLE_HELP),
  product_image_not_allowed: helped(
    renderFailure(
      'The URL of the product image, or a redirect from it, leads to an address that may not be fetched from.',
      false,
    ),
    FETCH_ALLOW_HELP,
  ),
  product_image_too_many_redirects: renderFailure(
    'The server of the product image redirects more than 3 times.',
    false,
  ),
  product_image_rate_limited: renderFailure(
    'The server of the product image answered 429: it is asked too often.',
    true,
  ),
  product_image_server_error: renderFailure(
    'The server of the product image failed: it answered with a status of 500 or more.',
    true,
  ),
  product_image_forbidden: renderFailure('The server of the product image refused access.', false),
  product_image_not_found: renderFailure('The product image does not exist.', false),
  product_image_timeout: renderFailure('The product image took too long to arrive.', true),
  product_image_too_large: renderFailure('The product image is larger than 15 MiB or has too many pixels.', false),
  product_image_not_an_image: renderFailure(`The product URL does not lead to a ${PICTURE_FORMATS} picture.`, false),
  product_image_too_small: renderFailure('The product image is too small.', false),
  garment_not_detected: renderFailure('No garment was found in the product image.', false),
  category_mismatch: renderFailure('The product image shows another category than productCategory.', false),
  category_ambiguous: renderFailure('The product image may show several categories: send productCategory.', false),
  result_not_presentable: renderFailure('The picture is not good enough to be shown.', false),
  deadline_exceeded: helped(
    renderFailure('The try-on was not finished by its deadline.', true),
    'Its status is `expired`. The deadline (`deadlineAt`) is `Cancel-After` seconds after the try-on was made, 120 where that was not sent. A long queue or missing workers are the usual reason: send it again, with a later `Cancel-After` where it may take longer.',
  ),
  render_timeout: renderFailure('The try-on took too long.', true, true),
  render_failed: renderFailure('The try-on could not be rendered.', true, true),
  storage_failed: renderFailure('The result could not be stored.', true, true),

  // Ours.
  internal_error: ours(500, 'Something went wrong on our side.', true),
  service_unavailable: ours(503, 'The service is not available at the moment.', true),
  queue_full: ours(503, 'More try-ons are waiting than can be rendered in time.', false),
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;

/** Codes with which a try-on can fail. */
export type FailureCode = {
  [C in ErrorCode]: (typeof ERRORS)[C]['type'] extends 'render_error' ? C : never;
}[ErrorCode];

/** All codes in the order of the registry. */
export const ERROR_CODES = Object.keys(ERRORS).filter(isErrorCode);

/** Codes with which a try-on can fail, in the order of the registry. */
export const FAILURE_CODES = ERROR_CODES.filter(isFailureCode);

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

export function isFailureCode(code: string): code is FailureCode {
  return isErrorCode(code) && ERRORS[code].type === 'render_error';
}
