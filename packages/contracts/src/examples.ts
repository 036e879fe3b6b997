import { ERRORS, type ErrorCode } from './errors';
import { messageExamples } from './message-examples';
import { PEOPLE_EXAMPLES } from './people-examples';

/**
 * What the reference shows for bodies and answers, by the title of their schema. One visit of one shopper; the request bodies
 * work as they are, the try-on's with a key of test mode.
 */
const AT = '2026-11-21T12:00:00.000Z';
const LATER = '2026-11-21T12:00:01.000Z';
const SESSION = 'cart-4711';
const TRY_ON = 'try_01KAJZ8M0PE5T9G3V7XW2Q4RYC';
const BATCH = 'bat_01KAJZ8M0PD4S8F2T6W0V1P3QX';
const PRODUCT = 'prd_01KAJZ8KZ1B6N4D8H2J5S9T3FQ';
const MEASUREMENTS = 'mea_01KAJZ8FJ7W3K5M9P1R4V6X8ZB';
const KEY = 'key_01KAJZ9D2N4Q6S8V0X2Z4B6D8F';
const WEBHOOK = 'whk_01KAJZ7A5CQ2D4F6H8J0M3N5PT';
export const EXAMPLE_REQUEST_ID = 'req_01KAJZ8KY4G7S2B9D6F1H3J5MN';
const SHIRT = 'https://shop.example/shirt.jpg';

/** A white picture of the smallest size that is taken, 256 × 256. */
const PHOTO =
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQAAAAB0CZXLAAAAM0lEQVR42u3KoQEAAAwCIP9/Wk9YXYBMeoggCIIgCIIgCIIgCIIgCIIgCIIgCIIgCMLvMPPS4dI8z/G7AAAAAElFTkSuQmCC';

const ADVICE = [
  {
    code: 'size_recommended',
    about: 'shopper',
    params: { size: 'M' },
    text: 'By the measurements given, size M is the closest match on the chart.',
  },
  {
    code: 'preview_reliable',
    about: 'shopper',
    params: { garment: 'top' },
    text: 'The top could be placed clearly in your photo, so the picture gives a good impression of the look.',
  },
] as const;

const COMPLETED = {
  id: TRY_ON,
  livemode: true,
  status: 'completed',
  resultImageUrl: `https://pictures.shop.example/drape/results/${TRY_ON}/1.jpg?X-Amz-Signature=…`,
  fitScore: 77,
  recommendations: ADVICE.map(({ text }) => text),
  sessionId: SESSION,
  batchId: null,
  productId: PRODUCT,
  productCategory: 'top',
  categorySource: 'client',
  progress: 1,
  stage: 'done',
  queuePosition: null,
  fit: {
    basis: 'measured_standard_chart',
    confidence: 'medium',
    formulaVersion: 'fit-2',
    components: { visual: 0.91, size: 0.713 },
    sizeScore: null,
    sizeKnown: null,
    size: {
      recommended: 'M',
      window: ['M'],
      nearest: null,
      outsideChart: false,
      alternatives: [{ size: 'S', score: 0.591 }],
      chart: 'en13402-3/women',
    },
    zones: [
      { zone: 'chest', bodyCm: 89, verdict: 'loose', deltaCm: -1, source: 'measured' },
      { zone: 'waist', bodyCm: 77.5, verdict: 'just_right', deltaCm: 0, source: 'estimated' },
    ],
  },
  advice: ADVICE,
  look: null,
  quality: { level: 'good', score: 93, reasons: [] },
  invented: { skinShare: 0.012, backgroundShare: 0.021 },
  warnings: [],
  image: { width: 800, height: 1067, format: 'jpeg', bytes: 61_517, sha256: '3bd5e51f'.repeat(8) },
  timings: { queueMs: 40, renderMs: 610, totalMs: 691 },
  stages: [
    { name: 'decode', ms: 31.4 },
    { name: 'pose', ms: 118.2 },
    { name: 'garment', ms: 96.5 },
    { name: 'place', ms: 140.7 },
    { name: 'compose', ms: 171.9 },
    { name: 'encode', ms: 48.3 },
  ],
  requestId: EXAMPLE_REQUEST_ID,
  apiKeyId: KEY,
  cached: false,
  attempts: 1,
  createdAt: AT,
  startedAt: AT,
  completedAt: LATER,
  expiresAt: '2026-11-28T12:00:01.000Z',
  metadata: { order: '7' },
  productImageUrl: SHIRT,
  size: null,
  fitPreference: null,
  department: 'women',
  outputFormat: 'jpeg',
  retentionSeconds: 604_800,
  minQuality: 'fair',
  consent: { given: true, policyVersion: '2026-10' },
  deadlineAt: '2026-11-21T12:02:00.000Z',
  error: null,
} as const;

/** Without a picture: nothing of the end is there yet, or ever. */
const UNFINISHED = {
  ...COMPLETED,
  ...{
    status: 'queued',
    resultImageUrl: null,
    fitScore: null,
    recommendations: [],
    fit: null,
    advice: [],
    image: null,
    quality: null,
    invented: null,
  },
  progress: 0,
  stage: null,
  queuePosition: 2,
  timings: null,
  stages: [],
  attempts: 0,
  ...{ startedAt: null, completedAt: null, expiresAt: null },
} as const;

const FAILURE = exampleError('person_not_detected');

/** A try-on in the states that answers show. */
export const TRY_ON_EXAMPLES = {
  completed: COMPLETED,
  queued: UNFINISHED,
  canceled: { ...UNFINISHED, status: 'canceled', queuePosition: null, completedAt: LATER },
  failed: {
    ...{ ...UNFINISHED, status: 'failed', stage: 'pose', progress: 0.3, queuePosition: null, attempts: 1 },
    ...{ startedAt: AT, completedAt: LATER, error: FAILURE },
  },
} as const;

const WEBHOOK_RECORD = {
  livemode: true,
  id: WEBHOOK,
  url: 'https://shop.example/drape-events',
  events: ['tryon.completed', 'tryon.failed'],
  enabled: true,
  description: null,
  createdAt: AT,
  updatedAt: AT,
  previousSecretExpiresAt: null,
} as const;

const API_KEY_RECORD = {
  id: KEY,
  livemode: true,
  name: 'Nightly import',
  kind: 'rk',
  env: 'live',
  last4: 'x7Qd',
  scopes: ['products:read', 'products:write'],
  allowedOrigins: [],
  status: 'active',
  createdAt: AT,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  replacedBy: null,
} as const;

const USED = {
  requests: 18,
  tryOns: 7,
  completed: 6,
  failed: 1,
  canceled: 0,
  expired: 0,
  cached: 2,
  renderMs: 2_440,
} as const;

const CHART_ROWS = [
  { size: 'S', chest: [86, 94], waist: [74, 82] },
  { size: 'M', chest: [94, 102], waist: [82, 90] },
] as const;

const SESSION_RECORD = {
  livemode: true,
  id: SESSION,
  clientSupplied: true,
  createdAt: AT,
  updatedAt: LATER,
  tryOnCount: 1,
  statusCounts: { queued: 0, processing: 0, completed: 1, failed: 0, canceled: 0, expired: 0 },
  lastTryOn: { id: TRY_ON, status: 'completed', productId: PRODUCT, createdAt: AT },
  products: [PRODUCT],
  measurementsId: MEASUREMENTS,
  expiresAt: '2027-02-19T12:00:01.000Z',
} as const;

const ESTIMATED_BY = 'height_weight_regression_ansur2';
const MEASUREMENTS_RECORD = {
  livemode: true,
  id: MEASUREMENTS,
  sessionId: SESSION,
  department: 'women',
  measurements: { height: 168, weight: 61, chest: 89 },
  unit: 'cm',
  weightUnit: 'kg',
  normalized: { height: 168, weight: 61, chest: 89 },
  estimated: {
    waist: { value: 77.5, low: 72.7, high: 82.4, method: ESTIMATED_BY },
    hips: { value: 96.6, low: 93.6, high: 99.5, method: ESTIMATED_BY },
    inseam: { value: 81.6, low: 79.3, high: 84, method: ESTIMATED_BY },
  },
  sizes: {
    chart: 'en13402-3',
    women: { window: ['S'], nearest: null, outsideChart: false },
    men: { window: ['S'], nearest: null, outsideChart: false },
  },
  completeness: 0.5,
  missing: ['waist', 'hips', 'inseam'],
  warnings: [],
  createdAt: AT,
} as const;

const PRODUCT_RECORD = {
  livemode: true,
  id: PRODUCT,
  externalId: 'sku-4711',
  status: 'ready',
  imageUrl: SHIRT,
  title: 'Logo tee',
  category: { value: 'top', source: 'client', confidence: 1 },
  colors: [{ hex: '#e7e6e4', name: 'white', share: 1 }],
  pattern: { value: 'graphic', confidence: 0.85 },
  ...{ sleeveLength: 'short', neckline: 'crew', length: 'regular', photoType: 'ghost_mannequin' },
  sizeChart: { source: 'merchant', kind: 'body', unit: 'cm', rows: CHART_ROWS },
  tryOnSuitability: { score: 100, level: 'good', issues: [] },
  image: {
    ...{ width: 1000, height: 1200, format: 'jpeg', bytes: 57_735, sha256: 'b400077d'.repeat(8) },
    ...{ sharpness: 0.53, backgroundUniformity: 1 },
  },
  tryOnCount: 1,
  analyzedAt: LATER,
  analyzerVersion: 'analyzer-1',
  error: null,
} as const;

/** By title of the schema. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  ...PEOPLE_EXAMPLES,
  ...messageExamples({
    tryOn: COMPLETED,
    sessionId: SESSION,
    productId: PRODUCT,
    webhookId: WEBHOOK,
    at: LATER,
    urlExpiresAt: '2026-11-22T12:00:01.000Z',
  }),
  CreateTryOn: {
    productImageUrl: 'https://test.drape.invalid/ok',
    userPhoto: PHOTO,
    productCategory: 'top',
    sessionId: SESSION,
  },
  TryOn: COMPLETED,
  CreateBatch: {
    userPhoto: PHOTO,
    sessionId: SESSION,
    products: [
      { productImageUrl: 'https://test.drape.invalid/ok', productCategory: 'top' },
      { productId: 'sku-4712', size: 'M' },
    ],
  },
  Batch: {
    batchId: BATCH,
    livemode: true,
    items: [
      { index: 0, status: 'accepted', id: TRY_ON, tryOn: { ...COMPLETED, batchId: BATCH }, error: null },
      { index: 1, status: 'refused', id: null, tryOn: null, error: exampleError('product_not_found') },
    ],
  },
  Deleted: { id: TRY_ON, livemode: true, deletedAt: LATER },
  CheckPhoto: { userPhoto: PHOTO, productCategory: 'pants' },
  PhotoCheck: {
    status: 'checked',
    usable: false,
    usableFor: ['dress', 'top', 'jacket'],
    problems: [
      {
        code: 'body_not_visible',
        message: 'The photo ends above the hips; send one that shows the body at least down to the thighs.',
        needed: ['hips'],
        productCategories: ['pants', 'skirt'],
      },
    ],
    warnings: [
      {
        code: 'garment_cut_off',
        message: 'The photo ends above the hips; what reaches further down is cut off there.',
        about: 'photo',
        productCategories: ['dress', 'top', 'jacket'],
      },
    ],
    photo: { width: 800, height: 780 },
  },
  Session: SESSION_RECORD,
  DeletionReceipt: {
    id: SESSION,
    livemode: true,
    deletedAt: LATER,
    erased: { tryOns: 1, photos: 0, results: 1, measurements: 1, uploads: 0 },
    receipt: 'eyJhbGciOiJFZERTQSIsImtpZCI6Ii4uLiJ9.eyJpZCI6ImNhcnQtNDcxMSIsLi4ufQ.p-jBIlpG5SC3g9yZ',
  },
  CreateUpload: { contentType: 'image/jpeg', bytes: 482133, sessionId: SESSION },
  Upload: {
    id: 'upl_01KAJZ8T3N6Q8S0V2X4Z6B8D0F',
    livemode: true,
    sessionId: SESSION,
    contentType: 'image/jpeg',
    bytes: 482133,
    reusable: false,
    url: 'https://pictures.example/drape/uploads/upl_01KAJZ8T3N6Q8S0V2X4Z6B8D0F?X-Amz-Signature=…',
    method: 'PUT',
    headers: { 'Content-Type': 'image/jpeg', 'Content-Length': '482133' },
    urlExpiresAt: LATER,
    createdAt: LATER,
    expiresAt: LATER,
  },
  CreateMeasurements: { sessionId: SESSION, department: 'women', height: 168, weight: 61, chest: 89, unit: 'cm' },
  Measurements: MEASUREMENTS_RECORD,
  CreateProduct: { imageUrl: SHIRT, externalId: 'sku-4711', category: 'top', title: 'Logo tee' },
  UpdateProduct: { title: 'Logo tee, white', externalId: 'sku-4712' },
  Product: PRODUCT_RECORD,
  ProductImport: {
    id: 'imp_01KAJZ8T3N6Q8S0V2X4Z6B8D0F',
    livemode: true,
    status: 'completed',
    format: 'csv',
    counts: { total: 2, pending: 0, created: 1, updated: 0, failed: 1 },
    createdAt: AT,
    startedAt: AT,
    completedAt: LATER,
    expiresAt: '2026-12-21T12:00:00.000Z',
  },
  ProductImportRow: { row: 2, status: 'created', externalId: 'sku-4711', productId: PRODUCT, error: null },
  SizeChartInput: { kind: 'body', unit: 'cm', rows: CHART_ROWS },
  CreateWebhook: { url: WEBHOOK_RECORD.url, events: WEBHOOK_RECORD.events },
  UpdateWebhook: { events: ['*'], description: 'Order service' },
  Webhook: WEBHOOK_RECORD,
  CreateClientToken: { sessionId: SESSION, ttlSeconds: 1800, origins: ['https://shop.example'], maxTryOns: 20 },
  ClientToken: {
    token: 'drp_ct_live_…',
    sessionId: SESSION,
    expiresAt: LATER,
    livemode: true,
  },
  WebhookWithSecret: { ...WEBHOOK_RECORD, secret: 'whsec_…' },
  WebhookDelivery: {
    ...{ id: 'evt_01KAJZ8N3V5X7Z9B1D3F5H7K9M', event: 'tryon.completed', resourceId: TRY_ON, status: 'delivered' },
    ...{ attempts: 1, nextAttemptAt: null, lastStatus: 204, lastError: null, createdAt: LATER, deliveredAt: LATER },
    payload: { type: 'tryon.completed', timestamp: LATER, data: { id: TRY_ON, status: 'completed' } },
    livemode: true,
    ...{ url: WEBHOOK_RECORD.url, webhookId: WEBHOOK },
  },
  DeliveryPagination: { limit: 10, hasMore: false, nextStartingAfter: null, offset: 0, total: 1 },
  CursorPagination: { limit: 10, hasMore: false, nextStartingAfter: null },
  CreateApiKey: { kind: 'rk', name: 'Nightly import', scopes: ['products:read', 'products:write'] },
  UpdateApiKey: { name: 'Weekly import' },
  RotateApiKey: { overlapDays: 1 },
  ApiKey: API_KEY_RECORD,
  ApiKeyWithSecret: { ...API_KEY_RECORD, key: 'drp_rk_live_…' },
  RequestLog: {
    id: EXAMPLE_REQUEST_ID,
    livemode: true,
    apiKeyId: API_KEY_RECORD.id,
    method: 'POST',
    route: '/v1/tryon',
    status: 200,
    errorCode: null,
    tryOnId: TRY_ON,
    timing: { totalMs: 705.2, authMs: 0.4, queueMs: 40, renderMs: 610, storeMs: 12.1 },
    createdAt: AT,
  },
  Usage: {
    livemode: true,
    from: '2026-11-21',
    to: '2026-11-21',
    groupBy: 'day',
    rows: [{ group: '2026-11-21', ...USED }],
    total: USED,
  },
  Pagination: { limit: 10, offset: 0, total: 1, hasMore: false },
  Error: FAILURE,
};

/** The error object of a code, as far as the registry knows it. */
export function exampleError(code: ErrorCode): Record<string, unknown> {
  const { type, title, retryable } = ERRORS[code];
  return { type, code, message: title, retryable, docUrl: `https://drape.example/docs/errors#${code}` };
}

/** The answer around a record. */
export const exampleSuccess = (data: unknown) => ({ success: true, data, requestId: EXAMPLE_REQUEST_ID });

type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** The example of a titled schema, or of an envelope around one; undefined where there is none. */
export function exampleOf(schema: Schema): unknown {
  const { title, const: constant, examples, items, anyOf, properties } = schema;
  if (typeof title === 'string' && title in EXAMPLES) return EXAMPLES[title];
  if (constant !== undefined) return constant;
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(anyOf) && isSchema(anyOf[0])) return exampleOf(anyOf[0]);
  if (isSchema(items)) return listOfOne(exampleOf(items));
  if (!isSchema(properties)) return undefined;
  const parts = Object.entries(properties).map(([name, part]) => [name, isSchema(part) ? exampleOf(part) : undefined]);
  return parts.every(([, value]) => value !== undefined) ? Object.fromEntries(parts) : undefined;
}

const listOfOne = (value: unknown) => (value === undefined ? undefined : [value]);
