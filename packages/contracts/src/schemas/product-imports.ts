import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { ERROR_CODES } from '../errors';
import { livemode } from './livemode';
import { createProductSchema } from './products';

export const PRODUCT_IMPORT_STATUSES = ['queued', 'running', 'completed'] as const;
export type ProductImportStatus = (typeof PRODUCT_IMPORT_STATUSES)[number];
export const IMPORT_ROW_STATUSES = ['pending', 'created', 'updated', 'failed'] as const;
export type ImportRowStatus = (typeof IMPORT_ROW_STATUSES)[number];
export const PRODUCT_IMPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ProductImportFormat = (typeof PRODUCT_IMPORT_FORMATS)[number];

/** How long the report of an import is kept. */
export const IMPORT_REPORT_DAYS = 30;

const { imageUrl, externalId, title, category } = createProductSchema.properties;

/** What a row of an import may say: a column of the CSV, a key of the JSON. */
export const importedProductSchema = {
  title: 'ImportedProduct',
  type: 'object',
  description: 'A row of an import. An empty cell says nothing: what is known already stays.',
  required: ['imageUrl'],
  additionalProperties: false,
  properties: { imageUrl, externalId, title, category },
} as const satisfies JSONSchema;
export type ImportedProduct = FromSchema<typeof importedProductSchema>;

export const IMPORT_COLUMNS = ['externalId', 'imageUrl', 'title', 'category'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

const timestamp = { type: 'string', format: 'date-time' } as const;
const timestampOrNull = { type: ['string', 'null'], format: 'date-time' } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** An import of products as the API shows it. */
export const productImportSchema = {
  title: 'ProductImport',
  type: 'object',
  required: ['id', 'livemode', 'status', 'format', 'counts', 'createdAt', 'startedAt', 'completedAt', 'expiresAt'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', examples: ['imp_01JZ0000000000000000000000'] },
    livemode,
    status: { type: 'string', enum: PRODUCT_IMPORT_STATUSES },
    format: { type: 'string', enum: PRODUCT_IMPORT_FORMATS },
    counts: {
      type: 'object',
      required: ['total', 'pending', 'created', 'updated', 'failed'],
      additionalProperties: false,
      properties: { total: count, pending: count, created: count, updated: count, failed: count },
    },
    createdAt: timestamp,
    startedAt: timestampOrNull,
    completedAt: timestampOrNull,
    expiresAt: { ...timestamp, description: `When its report goes: ${IMPORT_REPORT_DAYS} days after it was made.` },
  },
} as const satisfies JSONSchema;
export type ProductImportRecord = FromSchema<typeof productImportSchema>;

/** A line of its report. */
export const productImportRowSchema = {
  title: 'ProductImportRow',
  type: 'object',
  required: ['row', 'status', 'externalId', 'productId', 'error'],
  additionalProperties: false,
  properties: {
    row: { type: 'integer', minimum: 1, description: 'The line of the file, the heading included.' },
    status: { type: 'string', enum: IMPORT_ROW_STATUSES },
    externalId: { type: ['string', 'null'], description: 'As the row has it.' },
    productId: { type: ['string', 'null'], description: 'The product that was made or changed.' },
    error: {
      type: ['object', 'null'],
      required: ['code', 'param', 'message'],
      additionalProperties: false,
      properties: {
        code: { type: 'string', enum: ERROR_CODES },
        param: { type: ['string', 'null'], description: 'The column at fault.' },
        message: { type: 'string' },
      },
    },
  },
} as const satisfies JSONSchema;
export type ProductImportRowRecord = FromSchema<typeof productImportRowSchema>;
export type ImportRowError = NonNullable<ProductImportRowRecord['error']>;
