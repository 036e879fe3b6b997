/**
 * The records of the API. Written by scripts/write-types.mjs from the OpenAPI document; do not edit.
 */
export interface AcceptInvitation {
  /** Out of the link. */
  token: string;
  /** What the others call the person. */
  name?: string;
  password?: string;
}

export interface Account {
  id: string;
  name: string;
  status: 'active' | 'suspended';
  plan: string;
  /** Requests in a rolling hour. */
  limitPerHour: number;
  /** Try-ons that may be unfinished at the same time. */
  inFlightMax: number;
  minQuality: 'good' | 'fair' | 'poor';
  /** How long results are kept whose try-on does not say so. */
  retentionSeconds: number;
  drapeVersion: string;
  createdAt: string;
}

export interface AddPasskey {
  challengeId: string;
  /** What the browser answered, in JSON. */
  response: Record<string, unknown>;
  /** What the device is called. */
  name?: string;
}

export interface Advice {
  code: string;
  /** shopper: of the photo or the size, for the page. merchant: of the product, for the shop. */
  about: 'shopper' | 'merchant';
  params: Record<string, string | number | string[]>;
  text: string;
}

export interface ApiKey {
  id: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  name: string;
  /** sk secret, rk restricted, pk publishable. */
  kind: 'sk' | 'rk' | 'pk';
  env: 'live' | 'test';
  /** The last four characters of the key, to tell one from another. */
  last4: string;
  scopes: (
    | 'tryon:write'
    | 'tryon:read'
    | 'tryon:delete'
    | 'sessions:read'
    | 'sessions:delete'
    | 'measurements:write'
    | 'measurements:read'
    | 'products:read'
    | 'products:write'
    | 'webhooks:manage'
    | 'usage:read'
    | 'keys:manage'
    | 'tokens:write'
  )[];
  /** Origins of the pages that a publishable key may be used from; empty for other keys. */
  allowedOrigins: string[];
  status: 'active' | 'expired' | 'revoked';
  createdAt: string;
  /** To the minute; null: not used yet. */
  lastUsedAt: string | null;
  /** When it ends by itself; null: never. */
  expiresAt: string | null;
  revokedAt: string | null;
  /** The id of the key that a rotation made in its place. */
  replacedBy: string | null;
}

export interface ApiKeyWithSecret {
  id: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  name: string;
  /** sk secret, rk restricted, pk publishable. */
  kind: 'sk' | 'rk' | 'pk';
  env: 'live' | 'test';
  /** The last four characters of the key, to tell one from another. */
  last4: string;
  scopes: (
    | 'tryon:write'
    | 'tryon:read'
    | 'tryon:delete'
    | 'sessions:read'
    | 'sessions:delete'
    | 'measurements:write'
    | 'measurements:read'
    | 'products:read'
    | 'products:write'
    | 'webhooks:manage'
    | 'usage:read'
    | 'keys:manage'
    | 'tokens:write'
  )[];
  /** Origins of the pages that a publishable key may be used from; empty for other keys. */
  allowedOrigins: string[];
  status: 'active' | 'expired' | 'revoked';
  createdAt: string;
  /** To the minute; null: not used yet. */
  lastUsedAt: string | null;
  /** When it ends by itself; null: never. */
  expiresAt: string | null;
  revokedAt: string | null;
  /** The id of the key that a rotation made in its place. */
  replacedBy: string | null;
  /** Keep it, it is shown only now; null where the answer repeats an earlier one. */
  key: string | null;
}

export interface AuditEntry {
  id: string;
  userId: string;
  email: string;
  /** null: of the account as a whole. */
  env: 'live' | 'test' | null;
  /** The operation of this document, or how the person signed in. */
  action: string;
  /** The id of what was changed. */
  target: string | null;
  createdAt: string;
}

export interface Batch {
  batchId: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  /** One for each product, in the order of the request. */
  items: {
    /** Of the product in the request. */
    index: number;
    status: 'accepted' | 'refused';
    /** Of the try-on; null where it was refused. */
    id: string | null;
    /** The try-on as it stands; null where it was refused, or is erased since. */
    tryOn: TryOn | null;
    /** Why it was refused; what an accepted one failed of stands in the try-on. */
    error: ErrorBody | null;
  }[];
}

/** A photo that a try-on is to be made with. */
export interface CheckPhoto {
  /** The photo of the person as base64 (plain, base64url, data URI; line breaks are allowed): JPEG, PNG, WebP, HEIC or AVIF, at most 10 MiB and 40 megapixels (AVIF 12.5), shortest side at least 256 pixels. HEIC and AVIF take one to six seconds longer than JPEG. Or the id of an upload. Or the https URL of one, under the rules of productImageUrl: a worker fetches it, and it is stored nowhere. */
  userPhoto: string;
  /** What is to be tried on; without it the photo is judged for all categories. */
  productCategory?: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt';
}

export interface ClientToken {
  /** Shown once. Used as `Authorization: Bearer <token>`. */
  token: string;
  sessionId: string;
  expiresAt: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
}

export interface CreateApiKey {
  /** sk secret, rk restricted, pk publishable. */
  kind: 'sk' | 'rk' | 'pk';
  /** That of the key that asks, which is also the default. */
  env?: 'live' | 'test';
  /** What it is for. */
  name?: string;
  /** What it may do; nothing that the key that asks may not do. Where missing: all of that for sk, what a page may have of it for pk; rk needs them. */
  scopes?: (
    | 'tryon:write'
    | 'tryon:read'
    | 'tryon:delete'
    | 'sessions:read'
    | 'sessions:delete'
    | 'measurements:write'
    | 'measurements:read'
    | 'products:read'
    | 'products:write'
    | 'webhooks:manage'
    | 'usage:read'
    | 'keys:manage'
    | 'tokens:write'
  )[];
  /** Of publishable keys, and needed there: origins such as `https://shop.example`, or `http://localhost:*` for any port of the machine that a page is made on. */
  allowedOrigins?: string[];
  /** When the key ends by itself, in the future and within ten years; null: never. */
  expiresAt?: string | null;
}

/** Garments to try on, and the person who tries them. */
export interface CreateBatch {
  products: {
    /** Where the product image lies: http or https, a public address, no credentials in the URL. This, productImage or the productId of a product of the catalogue is required. */
    productImageUrl?: string;
    /** The product image itself in place of productImageUrl, as base64 (plain, base64url, data URI): JPEG, PNG, WebP, HEIC or AVIF, at most 15 MiB and 40 megapixels (AVIF 12.5), shortest side at least 200 pixels, at most 4:1. The whole body may have 15 MiB. Or the id of an upload. It stays out of the catalogue and is deleted when the try-on has ended. */
    productImage?: string;
    /** The shop's own name for the product, or our id. Without another picture the catalogue's picture of that product is tried on, as what the shop said that it is. */
    productId?: string;
    /** What the garment is; guessed from the image where it is missing. */
    productCategory?: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt';
    /** The size that the shopper looks at. */
    size?: string;
  }[];
  /** The photo of the person as base64 (plain, base64url, data URI; line breaks are allowed): JPEG, PNG, WebP, HEIC or AVIF, at most 10 MiB and 40 megapixels (AVIF 12.5), shortest side at least 256 pixels. HEIC and AVIF take one to six seconds longer than JPEG. Or the id of an upload. Or the https URL of one, under the rules of productImageUrl: a worker fetches it, and it is stored nowhere. */
  userPhoto: string;
  /** Groups try-ons; chosen by the client, made by the server where missing. */
  sessionId?: string;
  fitPreference?: 'slim' | 'regular' | 'loose';
  department?: 'women' | 'men' | 'unisex';
  /** Format of the result; jpeg where missing. */
  outputFormat?: 'jpeg' | 'png' | 'webp';
  /** The least that the picture must be worth to be given back; below it the try-on fails with result_not_presentable. The account’s own default, else fair, where missing; poor gives back everything. */
  minQuality?: 'good' | 'fair' | 'poor';
  /** How long the result is kept; the account’s own default, else 7 days, where missing. With 0 the picture is deleted as soon as it is made: the try-on tells scores and advice, its image and resultImageUrl are null, and the warning result_not_kept says why. */
  retentionSeconds?: number;
  /** Told how this try-on ends, like a webhook of the account: public https. Signed with the secret of the account’s newest webhook, so that there must be one. */
  webhookUrl?: string;
  /** Your own notes, given back with the try-on: at most 20, 40 characters a key, 500 a value. */
  metadata?: Record<string, string>;
  /** That the person agreed to the use of the photo, and to which text. */
  consent?: {
    given: true;
    policyVersion?: string;
  };
}

/** A token for one shopper, to be handed to a page. */
export interface CreateClientToken {
  /** The session that the token is bound to; made by the server where missing. */
  sessionId?: string;
  /** How long the token is good for; 3600 where missing. */
  ttlSeconds?: number;
  /** Pages that may use the token; any page where missing. */
  origins?: string[];
  /** How many try-ons may be made with the token; no limit of its own where missing. */
  maxTryOns?: number;
}

/** Body measurements; at least one. */
export interface CreateMeasurements {
  /** Body height. */
  height?: number;
  /** Body weight, in weightUnit. */
  weight?: number;
  /** Girth around the fullest part of the chest or bust. */
  chest?: number;
  /** Girth of the natural waist. */
  waist?: number;
  /** Girth around the fullest part of the hips. */
  hips?: number;
  /** Inside leg, crotch to floor. */
  inseam?: number;
  /** Of all lengths; cm where missing. */
  unit?: 'cm' | 'in';
  /** kg with cm, lb with in, where missing. */
  weightUnit?: 'kg' | 'lb';
  /** The session whose fits these measurements drive; made where missing. */
  sessionId?: string;
  department?: 'women' | 'men' | 'unisex';
}

/** A product by its image, known before anybody tries it on. */
export interface CreateProduct {
  /** Where the product image lies: http or https, a public address, no credentials in the URL. This or image is required. */
  imageUrl?: string;
  /** The product image itself in place of imageUrl, as base64 (plain, base64url, data URI): JPEG, PNG, WebP, HEIC or AVIF, at most 40 megapixels (AVIF 12.5), shortest side at least 200 pixels, at most 4:1; the whole body has at most 15 MiB. Or the id of an upload. Kept as long as the product has it. */
  image?: string;
  /** The shop's own name for the product. */
  externalId?: string;
  /** Guessed from the image where it is missing. */
  category?: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt';
  title?: string;
  sizeChart?: SizeChartInput;
}

/** A garment to try on and the person who tries it. */
export interface CreateTryOn {
  /** Where the product image lies: http or https, a public address, no credentials in the URL. This, productImage or the productId of a product of the catalogue is required. */
  productImageUrl?: string;
  /** The product image itself in place of productImageUrl, as base64 (plain, base64url, data URI): JPEG, PNG, WebP, HEIC or AVIF, at most 15 MiB and 40 megapixels (AVIF 12.5), shortest side at least 200 pixels, at most 4:1. The whole body may have 15 MiB. Or the id of an upload. It stays out of the catalogue and is deleted when the try-on has ended. */
  productImage?: string;
  /** The photo of the person as base64 (plain, base64url, data URI; line breaks are allowed): JPEG, PNG, WebP, HEIC or AVIF, at most 10 MiB and 40 megapixels (AVIF 12.5), shortest side at least 256 pixels. HEIC and AVIF take one to six seconds longer than JPEG. Or the id of an upload. Or the https URL of one, under the rules of productImageUrl: a worker fetches it, and it is stored nowhere. */
  userPhoto: string;
  /** What the garment is; guessed from the image where it is missing. */
  productCategory?: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt';
  /** Groups try-ons; chosen by the client, made by the server where missing. */
  sessionId?: string;
  /** The shop's own name for the product, or our id. Without another picture the catalogue's picture of that product is tried on, as what the shop said that it is. */
  productId?: string;
  /** The size that the shopper looks at. */
  size?: string;
  /** A look in place of one product: a top, a jacket, and trousers or a skirt, or a jacket over a dress, at most one of each. One picture, one quality, and a fit for each product; see look in the answer. */
  products?: {
    /** Where the product image lies: http or https, a public address, no credentials in the URL. This, productImage or the productId of a product of the catalogue is required. */
    productImageUrl?: string;
    /** The product image itself in place of productImageUrl, as base64 (plain, base64url, data URI): JPEG, PNG, WebP, HEIC or AVIF, at most 15 MiB and 40 megapixels (AVIF 12.5), shortest side at least 200 pixels, at most 4:1. The whole body may have 15 MiB. Or the id of an upload. It stays out of the catalogue and is deleted when the try-on has ended. */
    productImage?: string;
    /** The shop's own name for the product, or our id. Without another picture the catalogue's picture of that product is tried on, as what the shop said that it is. */
    productId?: string;
    /** What the garment is; guessed from the image where it is missing. */
    productCategory?: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt';
    /** The size that the shopper looks at. */
    size?: string;
  }[];
  /** Whether the top of a look goes into its trousers or skirt; auto, as the person wears theirs in the photo, where missing. */
  tuck?: 'in' | 'out' | 'auto';
  fitPreference?: 'slim' | 'regular' | 'loose';
  department?: 'women' | 'men' | 'unisex';
  /** Format of the result; jpeg where missing. */
  outputFormat?: 'jpeg' | 'png' | 'webp';
  /** The least that the picture must be worth to be given back; below it the try-on fails with result_not_presentable. The account’s own default, else fair, where missing; poor gives back everything. */
  minQuality?: 'good' | 'fair' | 'poor';
  /** How long the result is kept; the account’s own default, else 7 days, where missing. With 0 the picture is deleted as soon as it is made: the try-on tells scores and advice, its image and resultImageUrl are null, and the warning result_not_kept says why. */
  retentionSeconds?: number;
  /** Told how this try-on ends, like a webhook of the account: public https. Signed with the secret of the account’s newest webhook, so that there must be one. */
  webhookUrl?: string;
  /** Your own notes, given back with the try-on: at most 20, 40 characters a key, 500 a value. */
  metadata?: Record<string, string>;
  /** That the person agreed to the use of the photo, and to which text. */
  consent?: {
    given: true;
    policyVersion?: string;
  };
}

/** A picture that the client is going to put into the store itself. */
export interface CreateUpload {
  /** Sent with the PUT; what the picture really is shows when it is used. */
  contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic' | 'image/avif';
  /** Its exact length: 15 MiB at most, 10 MiB for photos. */
  bytes: number;
  /** The session that alone may use it; client tokens and publishable keys have theirs anyway. */
  sessionId?: string;
  /** Good for any number of requests of its session until it expires; needs a session. Else the first request that uses it ends it. */
  reusable?: boolean;
}

export interface CreateWebhook {
  /** Where events are sent by POST: https on port 443, a public address, no credentials in the URL. */
  url: string;
  /** `*`: all events, those that are added later too. */
  events: (
    | 'tryon.completed'
    | 'tryon.failed'
    | 'tryon.canceled'
    | 'tryon.expired'
    | 'session.deleted'
    | 'product.analyzed'
    | '*'
  )[];
  /** false: nothing is sent but pings. What happens meanwhile is not put on record; deliveries that are under way wait. */
  enabled?: boolean;
  /** What it is for; null: nothing is said. */
  description?: string | null;
}

export interface CursorPagination {
  limit: number;
  hasMore: boolean;
  /** `starting_after` of the next page; null where this is the last one. */
  nextStartingAfter: string | null;
}

export interface Deleted {
  id: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  deletedAt: string;
}

export interface DeletionReceipt {
  id: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  deletedAt: string;
  erased: {
    tryOns: number;
    photos: number;
    results: number;
    measurements: number;
    /** Those that were not used up. */
    uploads: number;
  };
  /** The same as a JWS (EdDSA), to be checked with the keys of /.well-known/jwks.json. */
  receipt: string;
}

export interface DeliveryPagination {
  limit: number;
  hasMore: boolean;
  /** `starting_after` of the next page; null where this is the last one. */
  nextStartingAfter: string | null;
  offset: number;
  total: number;
}

export interface ErrorBody {
  type:
    | 'invalid_request_error'
    | 'authentication_error'
    | 'permission_error'
    | 'not_found_error'
    | 'conflict_error'
    | 'rate_limit_error'
    | 'render_error'
    | 'api_error';
  code:
    | 'malformed_request'
    | 'headers_too_large'
    | 'request_timeout'
    | 'expectation_failed'
    | 'invalid_json'
    | 'body_too_complex'
    | 'invalid_body'
    | 'missing_parameter'
    | 'unknown_parameter'
    | 'invalid_parameter'
    | 'invalid_product_image_url'
    | 'product_image_url_not_allowed'
    | 'invalid_product_image'
    | 'invalid_user_photo'
    | 'user_photo_url_not_allowed'
    | 'photo_not_an_image'
    | 'photo_unreadable'
    | 'photo_too_small'
    | 'photo_too_many_pixels'
    | 'photo_aspect_ratio'
    | 'photo_animated'
    | 'invalid_product_category'
    | 'invalid_session_id'
    | 'invalid_product_id'
    | 'invalid_size'
    | 'invalid_fit_preference'
    | 'invalid_department'
    | 'invalid_webhook_url'
    | 'invalid_url'
    | 'invalid_events'
    | 'invalid_min_quality'
    | 'invalid_metadata'
    | 'invalid_retention_seconds'
    | 'invalid_output_format'
    | 'invalid_consent'
    | 'invalid_version'
    | 'invalid_limit'
    | 'invalid_offset'
    | 'invalid_starting_after'
    | 'invalid_import'
    | 'import_too_many_rows'
    | 'invalid_unit'
    | 'invalid_size_chart'
    | 'invalid_env'
    | 'invalid_scopes'
    | 'invalid_allowed_origins'
    | 'invalid_expires_at'
    | 'invalid_email'
    | 'invalid_password'
    | 'invalid_account_name'
    | 'invalid_role'
    | 'invalid_measurement'
    | 'measurements_empty'
    | 'invalid_idempotency_key'
    | 'body_too_large'
    | 'photo_too_large'
    | 'upload_too_large'
    | 'upload_empty'
    | 'upload_expired'
    | 'upload_used'
    | 'unsupported_media_type'
    | 'method_not_allowed'
    | 'missing_api_key'
    | 'invalid_api_key'
    | 'expired_api_key'
    | 'revoked_api_key'
    | 'invalid_client_token'
    | 'expired_client_token'
    | 'revoked_client_token'
    | 'not_signed_in'
    | 'sign_in_failed'
    | 'link_not_valid'
    | 'passkey_refused'
    | 'sign_up_closed'
    | 'role_too_low'
    | 'cross_site_request'
    | 'insufficient_scope'
    | 'scope_not_grantable'
    | 'origin_not_allowed'
    | 'account_suspended'
    | 'route_not_found'
    | 'tryon_not_found'
    | 'session_not_found'
    | 'upload_not_found'
    | 'product_not_found'
    | 'garment_package_not_ready'
    | 'product_has_no_garment'
    | 'import_not_found'
    | 'measurements_not_found'
    | 'webhook_not_found'
    | 'key_not_found'
    | 'request_not_found'
    | 'webhook_delivery_not_found'
    | 'member_not_found'
    | 'invitation_not_found'
    | 'passkey_not_found'
    | 'last_owner'
    | 'already_member'
    | 'mail_is_off'
    | 'webhook_limit_reached'
    | 'key_limit_reached'
    | 'key_not_active'
    | 'key_already_rotated'
    | 'import_limit_reached'
    | 'tryon_already_finished'
    | 'tryon_not_completed'
    | 'tryon_has_no_picture'
    | 'external_id_taken'
    | 'product_image_taken'
    | 'idempotency_request_in_progress'
    | 'idempotency_key_reused'
    | 'image_expired'
    | 'too_many_in_flight'
    | 'shopper_limit_reached'
    | 'client_token_used_up'
    | 'rate_limit_exceeded'
    | 'person_not_detected'
    | 'multiple_people'
    | 'body_not_visible'
    | 'photo_too_blurry'
    | 'photo_rejected'
    | 'user_photo_unreachable'
    | 'user_photo_not_allowed'
    | 'user_photo_too_many_redirects'
    | 'user_photo_rate_limited'
    | 'user_photo_server_error'
    | 'user_photo_forbidden'
    | 'user_photo_not_found'
    | 'user_photo_timeout'
    | 'user_photo_too_large'
    | 'user_photo_not_an_image'
    | 'product_image_unreachable'
    | 'product_image_not_allowed'
    | 'product_image_too_many_redirects'
    | 'product_image_rate_limited'
    | 'product_image_server_error'
    | 'product_image_forbidden'
    | 'product_image_not_found'
    | 'product_image_timeout'
    | 'product_image_too_large'
    | 'product_image_not_an_image'
    | 'product_image_too_small'
    | 'garment_not_detected'
    | 'category_mismatch'
    | 'category_ambiguous'
    | 'result_not_presentable'
    | 'deadline_exceeded'
    | 'render_timeout'
    | 'render_failed'
    | 'storage_failed'
    | 'internal_error'
    | 'service_unavailable'
    | 'queue_full';
  message: string;
  param?: string;
  details?: {
    param: string;
    code: string;
    message: string;
    allowed?: string[];
    suggestion?: string;
  }[];
  retryable: boolean;
  docUrl: string;
  requiredScope?: string;
  /** The product that has it; with external_id_taken and product_image_taken. */
  productId?: string;
  grantedScopes?: string[];
  /** What the photo has to show; with body_not_visible. */
  needed?: ('head' | 'shoulders' | 'torso' | 'hips' | 'legs' | 'feet' | 'front')[];
  /** What the product picture shows; with category_mismatch. */
  detected?: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt';
  /** How often such an answer is right; with category_mismatch. */
  confidence?: number;
  /** What the product picture may show, likeliest first; with category_ambiguous. */
  candidates?: {
    category: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt';
    confidence: number;
  }[];
  /** Why the picture would not be shown, and what to send instead; with result_not_presentable. */
  reasons?: {
    code: string;
    message: string;
    about: 'photo' | 'product';
  }[];
}

export interface Fit {
  /** What the score rests on: measurements and the chart of the product; measurements and EN 13402-3; height and weight alone; the picture alone. It sets the mix of the components and the cap: 100, 90, 80, 70. */
  basis: 'measured_product_chart' | 'measured_standard_chart' | 'estimated' | 'visual';
  confidence: 'low' | 'medium' | 'high';
  formulaVersion: string;
  components: {
    /** V: the probability that a person would show the picture. */
    visual: number;
    /** S that entered the score: of the size that was asked for where the chart has it, else of the best size. */
    size: number | null;
  };
  /** S of the size that was asked for; null where none was, and where it could not be judged. */
  sizeScore: number | null;
  /** Whether the chart has the size that was asked for, by any of its usual names; null where none was asked for. */
  sizeKnown: boolean | null;
  /** What the measurements say about the sizes of the chart; null without measurements. */
  size: {
    /** One size, by measurements of the body; null by height and weight alone, and where no size suits (its score would be below 0.5). */
    recommended: string | null;
    /** Sizes that come into question, smallest first; empty where none suits. */
    window: string[];
    /** Where no size suits: the one that comes nearest all the same. Not a recommendation. */
    nearest: string | null;
    /** A measurement that counts for the garment lies below the smallest size or above the largest. */
    outsideChart: boolean;
    /** The next best sizes, with their S. */
    alternatives: {
      size: string;
      score: number;
    }[];
    /** `product`: the product's own chart; else the standard one, by name. */
    chart: string;
  } | null;
  /** How the size sits where it was measured: the size that was asked for, else the best one. */
  zones: {
    zone: string;
    bodyCm: number;
    verdict: 'too_tight' | 'tight' | 'just_right' | 'loose' | 'too_loose';
    /** How far the body lies above (+) or below (−) the size's range. */
    deltaCm: number;
    source: 'measured' | 'estimated';
  }[];
}

export interface Invented {
  skinShare: number;
  backgroundShare: number;
}

export interface Invitation {
  id: string;
  email: string;
  /** owner: everything; developer: all but members and settings; viewer: reads. */
  role: 'owner' | 'developer' | 'viewer';
  createdAt: string;
  expiresAt: string;
}

export interface Invite {
  email: string;
  /** owner: everything; developer: all but members and settings; viewer: reads. */
  role: 'owner' | 'developer' | 'viewer';
  /** Of the mail; en where missing. */
  language?: 'en' | 'de' | 'fr';
}

export interface Look {
  /** As sent; auto where it was not. */
  tuck: 'in' | 'out' | 'auto';
  /** In the order of the request. The fields of the try-on itself that speak of one product speak of the first. */
  products: {
    productId: string | null;
    productImageUrl: string | null;
    productCategory: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt' | null;
    categorySource: 'client' | 'detected' | null;
    size: string | null;
    fitScore: number | null;
    fit: Fit | null;
    advice: Advice[];
  }[];
}

export interface Me {
  id: string;
  email: string;
  name: string;
  hasPassword: boolean;
  /** In the account that is looked at. */
  role: 'owner' | 'developer' | 'viewer';
  /** The account that is looked at. */
  accountId: string;
  accounts: {
    id: string;
    name: string;
    /** owner: everything; developer: all but members and settings; viewer: reads. */
    role: 'owner' | 'developer' | 'viewer';
  }[];
}

export interface Measurements {
  /** false: test data, made with a test key. */
  livemode: boolean;
  id: string;
  sessionId: string;
  department: 'women' | 'men' | 'unisex' | null;
  /** As sent. */
  measurements: {
    height?: number;
    weight?: number;
    chest?: number;
    waist?: number;
    hips?: number;
    inseam?: number;
  };
  unit: 'cm' | 'in';
  weightUnit: 'kg' | 'lb';
  /** Centimetres and kilograms, the session's earlier submissions included. */
  normalized: {
    height?: number;
    weight?: number;
    chest?: number;
    waist?: number;
    hips?: number;
    inseam?: number;
  };
  /** What height and weight say about the rest, with one standard deviation to each side. */
  estimated: {
    chest?: {
      value: number;
      low: number;
      high: number;
      method: string;
    };
    waist?: {
      value: number;
      low: number;
      high: number;
      method: string;
    };
    hips?: {
      value: number;
      low: number;
      high: number;
      method: string;
    };
    inseam?: {
      value: number;
      low: number;
      high: number;
      method: string;
    };
  };
  /** Letter sizes of tops that come into question, by the chest and EN 13402-3. */
  sizes: {
    chart: string;
    women: {
      /** Sizes that come into question, smallest first; empty where the chest is not known and where none suits. */
      window: string[];
      /** Where no size suits: the one that comes nearest all the same. Not a recommendation. */
      nearest: string | null;
      /** The chest lies below the smallest size or above the largest. */
      outsideChart: boolean;
    };
    men: {
      /** Sizes that come into question, smallest first; empty where the chest is not known and where none suits. */
      window: string[];
      /** Where no size suits: the one that comes nearest all the same. Not a recommendation. */
      nearest: string | null;
      /** The chest lies below the smallest size or above the largest. */
      outsideChart: boolean;
    };
  };
  completeness: number;
  missing: ('height' | 'weight' | 'chest' | 'waist' | 'hips' | 'inseam')[];
  /** What should be looked at, units first; nothing is refused for it, and nothing changed. */
  warnings: {
    /** `<field>_unit_likely_<unit>` (weight_unit_likely_lb, waist_unit_likely_in): the number is unlikely, and likely in that unit; params value, unit, otherUnit, otherNormalized. `<field>_unit_unclear`: both units are possible, ask the shopper; the same params. `measurement_unusual`: the value does not go with the others, in whatever unit; params normalized, from, to. `outside_chart`: no standard size is made for the value; params zone, bodyCm, chartMin, chartMax. */
    code: string;
    message: string;
    param: 'height' | 'weight' | 'chest' | 'waist' | 'hips' | 'inseam';
    /** What the message says, for programs; lengths in cm, weights in kg, but value, which is as sent. */
    params: Record<string, string | number>;
  }[];
  createdAt: string;
}

export interface Member {
  id: string;
  email: string;
  name: string;
  /** owner: everything; developer: all but members and settings; viewer: reads. */
  role: 'owner' | 'developer' | 'viewer';
  createdAt: string;
  lastSignInAt: string | null;
}

export interface NewInvitation {
  id: string;
  email: string;
  /** owner: everything; developer: all but members and settings; viewer: reads. */
  role: 'owner' | 'developer' | 'viewer';
  createdAt: string;
  expiresAt: string;
  /** A mail is on its way. */
  sent: boolean;
  /** To give to the person; shown only now. */
  link: string;
}

export interface Pagination {
  limit: number;
  offset: number;
  total: number;
  hasMore: boolean;
}

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface PasskeyOptions {
  challengeId: string;
  /** As WebAuthn writes them in JSON. */
  options: Record<string, unknown>;
}

export interface PasskeySignIn {
  challengeId: string;
  /** What the browser answered, in JSON. */
  response: Record<string, unknown>;
}

export interface PasswordSignIn {
  email: string;
  password: string;
}

export interface PhotoCheck {
  /** unchecked: the time was over before it was looked at; nothing is known. */
  status: 'checked' | 'unchecked';
  /** Whether a try-on of productCategory, or of any category, can be made with it; null while unchecked. */
  usable: boolean | null;
  /** What can be tried on with it. */
  usableFor: ('dress' | 'top' | 'pants' | 'jacket' | 'skirt')[];
  problems: PhotoProblem[];
  /** What makes the picture worse, but no try-on fail. */
  warnings: {
    code: string;
    message: string;
    about: 'photo' | 'product' | 'size' | 'request';
    /** How much of the garment lies outside the photo; with garment_cut_off. */
    share?: number;
    /** What it concerns; absent where it concerns everything. With garment_cut_off. */
    productCategories?: ('dress' | 'top' | 'pants' | 'jacket' | 'skirt')[];
  }[];
  /** As it is looked at, upright; null where it could not be read. */
  photo: {
    width: number;
    height: number;
  } | null;
}

export interface PhotoProblem {
  /** With which a try-on would fail. */
  code:
    | 'person_not_detected'
    | 'multiple_people'
    | 'body_not_visible'
    | 'photo_too_blurry'
    | 'photo_rejected'
    | 'user_photo_unreachable'
    | 'user_photo_not_allowed'
    | 'user_photo_too_many_redirects'
    | 'user_photo_rate_limited'
    | 'user_photo_server_error'
    | 'user_photo_forbidden'
    | 'user_photo_not_found'
    | 'user_photo_timeout'
    | 'user_photo_too_large'
    | 'user_photo_not_an_image'
    | 'product_image_unreachable'
    | 'product_image_not_allowed'
    | 'product_image_too_many_redirects'
    | 'product_image_rate_limited'
    | 'product_image_server_error'
    | 'product_image_forbidden'
    | 'product_image_not_found'
    | 'product_image_timeout'
    | 'product_image_too_large'
    | 'product_image_not_an_image'
    | 'product_image_too_small'
    | 'garment_not_detected'
    | 'category_mismatch'
    | 'category_ambiguous'
    | 'result_not_presentable'
    | 'deadline_exceeded'
    | 'render_timeout'
    | 'render_failed'
    | 'storage_failed';
  message: string;
  /** What the photo has to show; with body_not_visible. */
  needed: ('head' | 'shoulders' | 'torso' | 'hips' | 'legs' | 'feet' | 'front')[];
  /** What cannot be tried on because of it. */
  productCategories: ('dress' | 'top' | 'pants' | 'jacket' | 'skirt')[];
}

export interface PingMessage {
  type: 'ping';
  /** When it happened. */
  timestamp: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  data: {
    /** The webhook that was pinged. */
    id: string;
  };
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
}

export interface Product {
  /** false: test data, made with a test key. */
  livemode: boolean;
  id: string;
  externalId: string | null;
  status: 'pending' | 'ready' | 'failed';
  /** Null where the image itself was sent. */
  imageUrl: string | null;
  title: string | null;
  category: {
    value: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt';
    source: 'client' | 'detected';
    confidence: number;
  } | null;
  colors: {
    hex: string;
    name: string;
    share: number;
  }[];
  pattern: {
    value: 'solid' | 'striped' | 'checked' | 'dotted' | 'floral' | 'graphic' | 'textured' | 'unknown';
    confidence: number;
  };
  /** sleeveless, short or long. null before the analysis, and where a garment of its kind has none; unknown below the threshold. */
  sleeveLength: string | null;
  /** crew, v, scoop, collar, strap or bandeau. null before the analysis, and where a garment of its kind has none; unknown below the threshold. */
  neckline: string | null;
  /** cropped, regular, long; mini, midi, maxi; shorts, full. null before the analysis, and where a garment of its kind has none; unknown below the threshold. */
  length: string | null;
  photoType: 'flat_lay' | 'ghost_mannequin' | 'on_model' | 'unknown';
  sizeChart: SizeChart;
  tryOnSuitability: {
    score: number;
    level: 'good' | 'usable' | 'poor';
    issues: {
      code: string;
      severity: 'minor' | 'major';
      message: string;
      fix: string;
    }[];
  } | null;
  image: {
    width: number;
    height: number;
    format: 'jpeg' | 'png' | 'webp' | 'heic' | 'avif';
    bytes: number;
    sha256: string;
    /** 0…1; null where nothing has contrast enough to tell. */
    sharpness: number | null;
    backgroundUniformity: number;
  } | null;
  /** By all shoppers together. Not told to publishable keys and client tokens. */
  tryOnCount?: number;
  analyzedAt: string | null;
  analyzerVersion: string | null;
  /** Why the analysis failed. */
  error: {
    code: string;
    message: string;
    /** What the product picture shows; with category_mismatch. */
    detected?: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt';
    /** How often such an answer is right; with category_mismatch. */
    confidence?: number;
    /** What the product picture may show, likeliest first; with category_ambiguous. */
    candidates?: {
      category: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt';
      confidence: number;
    }[];
  } | null;
}

export interface ProductAnalyzedMessage {
  type: 'product.analyzed';
  /** When it happened. */
  timestamp: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  data: {
    id: string;
    externalId: string | null;
    status: 'ready';
    category: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt' | null;
  };
}

export interface ProductImport {
  id: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  status: 'queued' | 'running' | 'completed';
  format: 'csv' | 'ndjson';
  counts: {
    total: number;
    pending: number;
    created: number;
    updated: number;
    failed: number;
  };
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
  /** When its report goes: 30 days after it was made. */
  expiresAt: string;
}

export interface ProductImportRow {
  /** The line of the file, the heading included. */
  row: number;
  status: 'pending' | 'created' | 'updated' | 'failed';
  /** As the row has it. */
  externalId: string | null;
  /** The product that was made or changed. */
  productId: string | null;
  error: {
    code:
      | 'malformed_request'
      | 'headers_too_large'
      | 'request_timeout'
      | 'expectation_failed'
      | 'invalid_json'
      | 'body_too_complex'
      | 'invalid_body'
      | 'missing_parameter'
      | 'unknown_parameter'
      | 'invalid_parameter'
      | 'invalid_product_image_url'
      | 'product_image_url_not_allowed'
      | 'invalid_product_image'
      | 'invalid_user_photo'
      | 'user_photo_url_not_allowed'
      | 'photo_not_an_image'
      | 'photo_unreadable'
      | 'photo_too_small'
      | 'photo_too_many_pixels'
      | 'photo_aspect_ratio'
      | 'photo_animated'
      | 'invalid_product_category'
      | 'invalid_session_id'
      | 'invalid_product_id'
      | 'invalid_size'
      | 'invalid_fit_preference'
      | 'invalid_department'
      | 'invalid_webhook_url'
      | 'invalid_url'
      | 'invalid_events'
      | 'invalid_min_quality'
      | 'invalid_metadata'
      | 'invalid_retention_seconds'
      | 'invalid_output_format'
      | 'invalid_consent'
      | 'invalid_version'
      | 'invalid_limit'
      | 'invalid_offset'
      | 'invalid_starting_after'
      | 'invalid_import'
      | 'import_too_many_rows'
      | 'invalid_unit'
      | 'invalid_size_chart'
      | 'invalid_env'
      | 'invalid_scopes'
      | 'invalid_allowed_origins'
      | 'invalid_expires_at'
      | 'invalid_email'
      | 'invalid_password'
      | 'invalid_account_name'
      | 'invalid_role'
      | 'invalid_measurement'
      | 'measurements_empty'
      | 'invalid_idempotency_key'
      | 'body_too_large'
      | 'photo_too_large'
      | 'upload_too_large'
      | 'upload_empty'
      | 'upload_expired'
      | 'upload_used'
      | 'unsupported_media_type'
      | 'method_not_allowed'
      | 'missing_api_key'
      | 'invalid_api_key'
      | 'expired_api_key'
      | 'revoked_api_key'
      | 'invalid_client_token'
      | 'expired_client_token'
      | 'revoked_client_token'
      | 'not_signed_in'
      | 'sign_in_failed'
      | 'link_not_valid'
      | 'passkey_refused'
      | 'sign_up_closed'
      | 'role_too_low'
      | 'cross_site_request'
      | 'insufficient_scope'
      | 'scope_not_grantable'
      | 'origin_not_allowed'
      | 'account_suspended'
      | 'route_not_found'
      | 'tryon_not_found'
      | 'session_not_found'
      | 'upload_not_found'
      | 'product_not_found'
      | 'garment_package_not_ready'
      | 'product_has_no_garment'
      | 'import_not_found'
      | 'measurements_not_found'
      | 'webhook_not_found'
      | 'key_not_found'
      | 'request_not_found'
      | 'webhook_delivery_not_found'
      | 'member_not_found'
      | 'invitation_not_found'
      | 'passkey_not_found'
      | 'last_owner'
      | 'already_member'
      | 'mail_is_off'
      | 'webhook_limit_reached'
      | 'key_limit_reached'
      | 'key_not_active'
      | 'key_already_rotated'
      | 'import_limit_reached'
      | 'tryon_already_finished'
      | 'tryon_not_completed'
      | 'tryon_has_no_picture'
      | 'external_id_taken'
      | 'product_image_taken'
      | 'idempotency_request_in_progress'
      | 'idempotency_key_reused'
      | 'image_expired'
      | 'too_many_in_flight'
      | 'shopper_limit_reached'
      | 'client_token_used_up'
      | 'rate_limit_exceeded'
      | 'person_not_detected'
      | 'multiple_people'
      | 'body_not_visible'
      | 'photo_too_blurry'
      | 'photo_rejected'
      | 'user_photo_unreachable'
      | 'user_photo_not_allowed'
      | 'user_photo_too_many_redirects'
      | 'user_photo_rate_limited'
      | 'user_photo_server_error'
      | 'user_photo_forbidden'
      | 'user_photo_not_found'
      | 'user_photo_timeout'
      | 'user_photo_too_large'
      | 'user_photo_not_an_image'
      | 'product_image_unreachable'
      | 'product_image_not_allowed'
      | 'product_image_too_many_redirects'
      | 'product_image_rate_limited'
      | 'product_image_server_error'
      | 'product_image_forbidden'
      | 'product_image_not_found'
      | 'product_image_timeout'
      | 'product_image_too_large'
      | 'product_image_not_an_image'
      | 'product_image_too_small'
      | 'garment_not_detected'
      | 'category_mismatch'
      | 'category_ambiguous'
      | 'result_not_presentable'
      | 'deadline_exceeded'
      | 'render_timeout'
      | 'render_failed'
      | 'storage_failed'
      | 'internal_error'
      | 'service_unavailable'
      | 'queue_full';
    /** The column at fault. */
    param: string | null;
    message: string;
  } | null;
}

export interface Quality {
  level: 'good' | 'fair' | 'poor';
  /** The calibrated probability, in percent, that a person would show the picture. */
  score: number;
  /** What pulls the score down most, first; none of a good picture. */
  reasons: {
    code: string;
    message: string;
    about: 'photo' | 'product';
  }[];
}

export interface RedeemSignInLink {
  /** Out of the link. */
  token: string;
}

export interface RequestLog {
  /** The `Request-Id` of its answer. */
  id: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  /** The key that asked; for a client token the key that made it. */
  apiKeyId: string;
  method: string;
  /** The path with the names of its parameters, as in this document; `unmatched` where there is no such path. */
  route: string;
  /** null: the client went away before the answer. */
  status: number | null;
  /** Also of the failed try-on that the answer shows. */
  errorCode:
    | 'malformed_request'
    | 'headers_too_large'
    | 'request_timeout'
    | 'expectation_failed'
    | 'invalid_json'
    | 'body_too_complex'
    | 'invalid_body'
    | 'missing_parameter'
    | 'unknown_parameter'
    | 'invalid_parameter'
    | 'invalid_product_image_url'
    | 'product_image_url_not_allowed'
    | 'invalid_product_image'
    | 'invalid_user_photo'
    | 'user_photo_url_not_allowed'
    | 'photo_not_an_image'
    | 'photo_unreadable'
    | 'photo_too_small'
    | 'photo_too_many_pixels'
    | 'photo_aspect_ratio'
    | 'photo_animated'
    | 'invalid_product_category'
    | 'invalid_session_id'
    | 'invalid_product_id'
    | 'invalid_size'
    | 'invalid_fit_preference'
    | 'invalid_department'
    | 'invalid_webhook_url'
    | 'invalid_url'
    | 'invalid_events'
    | 'invalid_min_quality'
    | 'invalid_metadata'
    | 'invalid_retention_seconds'
    | 'invalid_output_format'
    | 'invalid_consent'
    | 'invalid_version'
    | 'invalid_limit'
    | 'invalid_offset'
    | 'invalid_starting_after'
    | 'invalid_import'
    | 'import_too_many_rows'
    | 'invalid_unit'
    | 'invalid_size_chart'
    | 'invalid_env'
    | 'invalid_scopes'
    | 'invalid_allowed_origins'
    | 'invalid_expires_at'
    | 'invalid_email'
    | 'invalid_password'
    | 'invalid_account_name'
    | 'invalid_role'
    | 'invalid_measurement'
    | 'measurements_empty'
    | 'invalid_idempotency_key'
    | 'body_too_large'
    | 'photo_too_large'
    | 'upload_too_large'
    | 'upload_empty'
    | 'upload_expired'
    | 'upload_used'
    | 'unsupported_media_type'
    | 'method_not_allowed'
    | 'missing_api_key'
    | 'invalid_api_key'
    | 'expired_api_key'
    | 'revoked_api_key'
    | 'invalid_client_token'
    | 'expired_client_token'
    | 'revoked_client_token'
    | 'not_signed_in'
    | 'sign_in_failed'
    | 'link_not_valid'
    | 'passkey_refused'
    | 'sign_up_closed'
    | 'role_too_low'
    | 'cross_site_request'
    | 'insufficient_scope'
    | 'scope_not_grantable'
    | 'origin_not_allowed'
    | 'account_suspended'
    | 'route_not_found'
    | 'tryon_not_found'
    | 'session_not_found'
    | 'upload_not_found'
    | 'product_not_found'
    | 'garment_package_not_ready'
    | 'product_has_no_garment'
    | 'import_not_found'
    | 'measurements_not_found'
    | 'webhook_not_found'
    | 'key_not_found'
    | 'request_not_found'
    | 'webhook_delivery_not_found'
    | 'member_not_found'
    | 'invitation_not_found'
    | 'passkey_not_found'
    | 'last_owner'
    | 'already_member'
    | 'mail_is_off'
    | 'webhook_limit_reached'
    | 'key_limit_reached'
    | 'key_not_active'
    | 'key_already_rotated'
    | 'import_limit_reached'
    | 'tryon_already_finished'
    | 'tryon_not_completed'
    | 'tryon_has_no_picture'
    | 'external_id_taken'
    | 'product_image_taken'
    | 'idempotency_request_in_progress'
    | 'idempotency_key_reused'
    | 'image_expired'
    | 'too_many_in_flight'
    | 'shopper_limit_reached'
    | 'client_token_used_up'
    | 'rate_limit_exceeded'
    | 'person_not_detected'
    | 'multiple_people'
    | 'body_not_visible'
    | 'photo_too_blurry'
    | 'photo_rejected'
    | 'user_photo_unreachable'
    | 'user_photo_not_allowed'
    | 'user_photo_too_many_redirects'
    | 'user_photo_rate_limited'
    | 'user_photo_server_error'
    | 'user_photo_forbidden'
    | 'user_photo_not_found'
    | 'user_photo_timeout'
    | 'user_photo_too_large'
    | 'user_photo_not_an_image'
    | 'product_image_unreachable'
    | 'product_image_not_allowed'
    | 'product_image_too_many_redirects'
    | 'product_image_rate_limited'
    | 'product_image_server_error'
    | 'product_image_forbidden'
    | 'product_image_not_found'
    | 'product_image_timeout'
    | 'product_image_too_large'
    | 'product_image_not_an_image'
    | 'product_image_too_small'
    | 'garment_not_detected'
    | 'category_mismatch'
    | 'category_ambiguous'
    | 'result_not_presentable'
    | 'deadline_exceeded'
    | 'render_timeout'
    | 'render_failed'
    | 'storage_failed'
    | 'internal_error'
    | 'service_unavailable'
    | 'queue_full'
    | null;
  /** The try-on that the answer shows. */
  tryOnId: string | null;
  /** As in `Server-Timing`; null where a part did not occur. */
  timing: {
    totalMs: number;
    authMs: number | null;
    queueMs: number | null;
    renderMs: number | null;
    storeMs: number | null;
  };
  createdAt: string;
}

export interface RotateApiKey {
  /** How long the old key goes on working, a day where missing; 0 ends it at once. */
  overlapDays?: number;
}

export interface SendSignInLink {
  email: string;
  /** Of the mail; en where missing. */
  language?: 'en' | 'de' | 'fr';
}

export interface Session {
  id: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  clientSupplied: boolean;
  createdAt: string;
  updatedAt: string;
  tryOnCount: number;
  statusCounts: {
    queued: number;
    processing: number;
    completed: number;
    failed: number;
    canceled: number;
    expired: number;
  };
  lastTryOn: {
    id: string;
    status: 'queued' | 'processing' | 'completed' | 'failed' | 'canceled' | 'expired';
    productId: string | null;
    createdAt: string;
  } | null;
  /** Ids of the products that were tried on, latest first; at most 50. */
  products: string[];
  measurementsId: string | null;
  /** When its records go, unless it is used again. */
  expiresAt: string | null;
}

export interface SessionDeletedMessage {
  type: 'session.deleted';
  /** When it happened. */
  timestamp: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  data: {
    id: string;
    deletedAt: string;
  };
}

export interface SignInLinkSent {
  /** Also where nobody has the address: it is told to nobody who does. */
  sent: boolean;
  /** How long the link works. */
  minutes: number;
}

export interface SignInWays {
  /** Whoever comes may open an account. */
  signUp: boolean;
  /** Links can be sent by mail. */
  mail: boolean;
}

export interface SignUp {
  email: string;
  /** What the shop is called. */
  accountName: string;
  /** What the others call the person. */
  name?: string;
  /** Needed where no mail is sent. */
  password?: string;
  /** Of the mail; en where missing. */
  language?: 'en' | 'de' | 'fr';
}

export interface SizeChart {
  /** standard: the product has no chart of its own; fits go by EN 13402-3 for the shopper's department. */
  source: 'merchant' | 'standard' | 'none';
  kind: 'body' | 'garment';
  unit: 'cm' | 'in';
  rows: {
    /** As the shop names it: M, 48, W32/L34. */
    size: string;
    /** Girth of the chest or bust: a number, or [from, to]. */
    chest?: number | number[];
    /** Girth of the waist: a number, or [from, to]. */
    waist?: number | number[];
    /** Girth of the hips: a number, or [from, to]. */
    hips?: number | number[];
    /** Inside leg: a number, or [from, to]. */
    inseam?: number | number[];
  }[];
}

/** Sizes and the girths that belong to them, smallest size first. */
export interface SizeChartInput {
  /** As a record shows it; says nothing new. */
  source?: 'merchant';
  /** body (where missing): the bodies that a size is made for. garment: the garment itself, whole girths and not flat widths; its ease is taken off. */
  kind?: 'body' | 'garment';
  /** cm where missing. */
  unit?: 'cm' | 'in';
  /** One a size, smallest first; each with at least one dimension. */
  rows: {
    /** As the shop names it: M, 48, W32/L34. */
    size: string;
    /** Girth of the chest or bust: a number, or [from, to]. */
    chest?: number | number[];
    /** Girth of the waist: a number, or [from, to]. */
    waist?: number | number[];
    /** Girth of the hips: a number, or [from, to]. */
    hips?: number | number[];
    /** Inside leg: a number, or [from, to]. */
    inseam?: number | number[];
  }[];
}

export interface TryOn {
  /** false: test data, made with a test key. */
  livemode: boolean;
  id: string;
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'canceled' | 'expired';
  /** Signed, good for 24 hours; ask again for a fresh one. */
  resultImageUrl: string | null;
  /** Of the size that was asked for, else of the best one; see fit. null until completed. */
  fitScore: number | null;
  /** The texts of advice for the shopper: 1–6 sentences of a completed try-on. */
  recommendations: string[];
  sessionId: string;
  /** Of the request that made it with others; null without one. */
  batchId: string | null;
  productId: string | null;
  productCategory: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt' | null;
  categorySource: 'client' | 'detected' | null;
  progress: number;
  stage: 'fetching_product' | 'reading_photo' | 'pose' | 'segmentation' | 'warp' | 'compose' | 'upload' | 'done' | null;
  queuePosition: number | null;
  fit: Fit | null;
  advice: Advice[];
  /** Of a try-on of several products; null for a single one. */
  look: Look | null;
  /** Of a finished picture, also of one that was not good enough to be given back. */
  quality: Quality | null;
  /** Shares of the photo that were painted anew: skin that no photo showed, and ground behind old clothes. */
  invented: Invented | null;
  warnings: {
    code: string;
    message: string;
    about: 'photo' | 'product' | 'size' | 'request';
    /** How much of the garment lies outside the photo; with garment_cut_off. */
    share?: number;
  }[];
  image: {
    width: number;
    height: number;
    format: 'jpeg' | 'png' | 'webp';
    bytes: number;
    sha256: string;
  } | null;
  timings: {
    queueMs: number | null;
    renderMs: number | null;
    totalMs: number | null;
  } | null;
  /** What the render of a completed try-on took, step by step, in order: decode, pose, face, parse, measure, garment, place, remove, shade, compose, encode, describe. Steps whose answer was still known are missing, and others may come. Empty where nothing was rendered, and for publishable keys and client tokens. */
  stages: {
    name: string;
    ms: number;
  }[];
  /** Of the request that made it, as in GET /v1/requests; null for publishable keys and client tokens. */
  requestId: string | null;
  /** The key that made it; for a client token the key that made that. null where a member made it in the dashboard, and for publishable keys and client tokens. */
  apiKeyId: string | null;
  cached: boolean;
  attempts: number;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
  expiresAt: string | null;
  metadata: Record<string, string>;
  /** As sent, or the catalogue’s; null where the picture itself was sent, to the catalogue or with this try-on. */
  productImageUrl: string | null;
  /** As sent. */
  size: string | null;
  /** As sent. */
  fitPreference: 'slim' | 'regular' | 'loose' | null;
  /** As sent; where it is null, the session's measurements may tell one. */
  department: 'women' | 'men' | 'unisex' | null;
  outputFormat: 'jpeg' | 'png' | 'webp';
  /** How long the result is kept after the end. */
  retentionSeconds: number;
  /** Below it no picture is given out; where nothing was sent, the default of the account. */
  minQuality: 'good' | 'fair' | 'poor';
  /** What the person agreed to, as sent. */
  consent: {
    given: boolean;
    policyVersion: string | null;
  } | null;
  /** Ended by then or expired: Cancel-After after createdAt, 120 seconds where that was not sent. */
  deadlineAt: string;
  error: ErrorBody | null;
}

export interface TryOnCanceledMessage {
  type: 'tryon.canceled';
  /** When it happened. */
  timestamp: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  data: {
    id: string;
    sessionId: string;
    productId: string | null;
    productCategory: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt' | null;
    fitScore: number | null;
    /** For the shopper, in English. */
    recommendations: string[];
    /** Of a finished picture, also of one that was not good enough to be given back. */
    quality: Quality | null;
    metadata: Record<string, string>;
    createdAt: string;
    completedAt: string;
    status: 'canceled';
    errorCode: null;
  };
}

export interface TryOnCompletedMessage {
  type: 'tryon.completed';
  /** When it happened. */
  timestamp: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  data: {
    id: string;
    sessionId: string;
    productId: string | null;
    productCategory: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt' | null;
    fitScore: number | null;
    /** For the shopper, in English. */
    recommendations: string[];
    /** Of a finished picture, also of one that was not good enough to be given back. */
    quality: Quality | null;
    metadata: Record<string, string>;
    createdAt: string;
    completedAt: string;
    status: 'completed';
    errorCode: null;
    /** Signed when this attempt is sent, as `GET /v1/tryon/{id}` signs it: good for 24 hours, and never beyond the picture’s retention. null: the retention is over. */
    resultImageUrl: string | null;
    /** Until when the URL leads to the picture. */
    resultImageUrlExpiresAt: string | null;
  };
}

/** One event of the stream: its name stands in the line `event:`, its data as JSON in the line `data:`. The last one has the name of the final status. */
export type TryOnStreamEvent =
  | {
      event: 'progress';
      data: TryOnProgress;
    }
  | {
      event: 'completed';
      data: TryOn;
    }
  | {
      event: 'failed';
      data: TryOn;
    }
  | {
      event: 'canceled';
      data: TryOn;
    }
  | {
      event: 'expired';
      data: TryOn;
    };

export interface TryOnExpiredMessage {
  type: 'tryon.expired';
  /** When it happened. */
  timestamp: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  data: {
    id: string;
    sessionId: string;
    productId: string | null;
    productCategory: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt' | null;
    fitScore: number | null;
    /** For the shopper, in English. */
    recommendations: string[];
    /** Of a finished picture, also of one that was not good enough to be given back. */
    quality: Quality | null;
    metadata: Record<string, string>;
    createdAt: string;
    completedAt: string;
    status: 'expired';
    errorCode: 'deadline_exceeded';
  };
}

export interface TryOnFailedMessage {
  type: 'tryon.failed';
  /** When it happened. */
  timestamp: string;
  /** false: test data, made with a test key. */
  livemode: boolean;
  data: {
    id: string;
    sessionId: string;
    productId: string | null;
    productCategory: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt' | null;
    fitScore: number | null;
    /** For the shopper, in English. */
    recommendations: string[];
    /** Of a finished picture, also of one that was not good enough to be given back. */
    quality: Quality | null;
    metadata: Record<string, string>;
    createdAt: string;
    completedAt: string;
    status: 'failed';
    errorCode:
      | 'person_not_detected'
      | 'multiple_people'
      | 'body_not_visible'
      | 'photo_too_blurry'
      | 'photo_rejected'
      | 'user_photo_unreachable'
      | 'user_photo_not_allowed'
      | 'user_photo_too_many_redirects'
      | 'user_photo_rate_limited'
      | 'user_photo_server_error'
      | 'user_photo_forbidden'
      | 'user_photo_not_found'
      | 'user_photo_timeout'
      | 'user_photo_too_large'
      | 'user_photo_not_an_image'
      | 'product_image_unreachable'
      | 'product_image_not_allowed'
      | 'product_image_too_many_redirects'
      | 'product_image_rate_limited'
      | 'product_image_server_error'
      | 'product_image_forbidden'
      | 'product_image_not_found'
      | 'product_image_timeout'
      | 'product_image_too_large'
      | 'product_image_not_an_image'
      | 'product_image_too_small'
      | 'garment_not_detected'
      | 'category_mismatch'
      | 'category_ambiguous'
      | 'result_not_presentable'
      | 'deadline_exceeded'
      | 'render_timeout'
      | 'render_failed'
      | 'storage_failed';
  };
}

export interface TryOnProgress {
  id: string;
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'canceled' | 'expired';
  stage: 'fetching_product' | 'reading_photo' | 'pose' | 'segmentation' | 'warp' | 'compose' | 'upload' | 'done' | null;
  progress: number;
  queuePosition: number | null;
}

export interface UpdateAccount {
  /** What the shop is called. */
  name?: string;
  minQuality?: 'good' | 'fair' | 'poor';
  retentionSeconds?: number;
}

export interface UpdateApiKey {
  /** What it is for. */
  name?: string;
  /** What it may do from now on; nothing that the key that asks may not do. */
  scopes?: (
    | 'tryon:write'
    | 'tryon:read'
    | 'tryon:delete'
    | 'sessions:read'
    | 'sessions:delete'
    | 'measurements:write'
    | 'measurements:read'
    | 'products:read'
    | 'products:write'
    | 'webhooks:manage'
    | 'usage:read'
    | 'keys:manage'
    | 'tokens:write'
  )[];
  /** Of publishable keys, and needed there: origins such as `https://shop.example`, or `http://localhost:*` for any port of the machine that a page is made on. */
  allowedOrigins?: string[];
  /** When the key ends by itself, in the future and within ten years; null: never. */
  expiresAt?: string | null;
}

export interface UpdateMe {
  /** What the others call the person. */
  name?: string;
  /** The new one; ends the person’s other sessions. */
  password?: string;
  /** Where there is one already. */
  currentPassword?: string;
  /** Look at another of the person’s accounts. */
  accountId?: string;
}

export interface UpdateMember {
  /** owner: everything; developer: all but members and settings; viewer: reads. */
  role: 'owner' | 'developer' | 'viewer';
}

/** What is to be different; what is left out stays. */
export interface UpdateProduct {
  /** A new picture is analysed anew. */
  imageUrl?: string;
  /** A new picture itself in place of imageUrl, as in POST /v1/products. */
  image?: string;
  /** The shop's own name for the product; null takes it away. */
  externalId?: string | null;
  /** Another one lets the picture be analysed anew; null lets it be guessed. */
  category?: 'dress' | 'top' | 'pants' | 'jacket' | 'skirt' | null;
  /** null takes it away. */
  title?: string | null;
}

export interface UpdateWebhook {
  /** Where events are sent by POST: https on port 443, a public address, no credentials in the URL. */
  url?: string;
  /** `*`: all events, those that are added later too. */
  events?: (
    | 'tryon.completed'
    | 'tryon.failed'
    | 'tryon.canceled'
    | 'tryon.expired'
    | 'session.deleted'
    | 'product.analyzed'
    | '*'
  )[];
  /** false: nothing is sent but pings. What happens meanwhile is not put on record; deliveries that are under way wait. */
  enabled?: boolean;
  /** What it is for; null: nothing is said. */
  description?: string | null;
}

export interface Upload {
  /** false: test data, made with a test key. */
  livemode: boolean;
  /** In place of base64 in userPhoto, productImage and image. */
  id: string;
  /** The session that alone may use it; null: any of the account. */
  sessionId: string | null;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic' | 'image/avif';
  bytes: number;
  reusable: boolean;
  /** Where the picture is to be put; signed. */
  url: string;
  method: 'PUT';
  /** What the PUT must send, else the store refuses it; a browser sets the length itself. */
  headers: Record<string, string>;
  /** Until then the picture may be put there. */
  urlExpiresAt: string;
  createdAt: string;
  /** When it is deleted, used or not. */
  expiresAt: string;
}

export interface Usage {
  /** false: test data, made with a test key. */
  livemode: boolean;
  /** The first day, UTC. */
  from: string;
  /** The last day, UTC; it is included. */
  to: string;
  groupBy: 'hour' | 'day' | 'key' | 'category' | 'outcome';
  /** In the order of `group`; groups in which nothing happened are left out. */
  rows: UsageRow[];
  total: UsageTotal;
}

export interface UsageRow {
  /** The hour (`2026-11-21T12:00:00Z`) or day (`2026-11-21`) in UTC, the id of the key, the category or the final status; null where there was none. */
  group: string | null;
  /** Requests that counted against the rate limit: not those answered 304, 429 or 5xx. null with groupBy=category and groupBy=outcome, which requests have not. */
  requests: number | null;
  /** Try-ons that ended: the sum of the four. */
  tryOns: number;
  completed: number;
  failed: number;
  /** Also those that were erased before they ended. */
  canceled: number;
  expired: number;
  /** Of those completed: the picture of an identical try-on was used again. */
  cached: number;
  /** Time that workers spent on pictures. */
  renderMs: number;
}

export interface UsageTotal {
  /** Requests that counted against the rate limit: not those answered 304, 429 or 5xx. null with groupBy=category and groupBy=outcome, which requests have not. */
  requests: number | null;
  /** Try-ons that ended: the sum of the four. */
  tryOns: number;
  completed: number;
  failed: number;
  /** Also those that were erased before they ended. */
  canceled: number;
  expired: number;
  /** Of those completed: the picture of an identical try-on was used again. */
  cached: number;
  /** Time that workers spent on pictures. */
  renderMs: number;
}

export interface Webhook {
  /** false: test data, made with a test key. */
  livemode: boolean;
  id: string;
  url: string;
  /** `*`: all events, those that are added later too. */
  events: (
    | 'tryon.completed'
    | 'tryon.failed'
    | 'tryon.canceled'
    | 'tryon.expired'
    | 'session.deleted'
    | 'product.analyzed'
    | '*'
  )[];
  /** false: nothing is sent but pings, and no event is put on record. */
  enabled: boolean;
  description: string | null;
  createdAt: string;
  updatedAt: string;
  /** Until when the secret before the last rotation signs, too. */
  previousSecretExpiresAt: string | null;
}

export interface WebhookDelivery {
  /** false: test data, made with a test key. */
  livemode: boolean;
  /** The `webhook-id` of every attempt. */
  id: string;
  event:
    | 'tryon.completed'
    | 'tryon.failed'
    | 'tryon.canceled'
    | 'tryon.expired'
    | 'session.deleted'
    | 'product.analyzed'
    | 'ping';
  /** What it tells of; of a ping its own id. */
  resourceId: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  nextAttemptAt: string | null;
  /** HTTP status of the last answer; null where none came. */
  lastStatus: number | null;
  lastError: string | null;
  createdAt: string;
  deliveredAt: string | null;
  /** The body: `{type, timestamp, livemode, data}`. The URL of the picture is signed for each attempt and not kept. */
  payload: Record<string, unknown>;
  /** Where the last attempt went; the next one goes where the webhook has its URL by then. */
  url: string;
  /** null: it goes to the webhookUrl of a try-on. */
  webhookId: string | null;
}

export type WebhookMessage =
  | TryOnCompletedMessage
  | TryOnFailedMessage
  | TryOnCanceledMessage
  | TryOnExpiredMessage
  | SessionDeletedMessage
  | ProductAnalyzedMessage
  | PingMessage;

export interface WebhookWithSecret {
  /** false: test data, made with a test key. */
  livemode: boolean;
  id: string;
  url: string;
  /** `*`: all events, those that are added later too. */
  events: (
    | 'tryon.completed'
    | 'tryon.failed'
    | 'tryon.canceled'
    | 'tryon.expired'
    | 'session.deleted'
    | 'product.analyzed'
    | '*'
  )[];
  /** false: nothing is sent but pings, and no event is put on record. */
  enabled: boolean;
  description: string | null;
  createdAt: string;
  updatedAt: string;
  /** Until when the secret before the last rotation signs, too. */
  previousSecretExpiresAt: string | null;
  /** Checks signatures (Standard Webhooks); keep it, it is shown only now. */
  secret: string;
}
