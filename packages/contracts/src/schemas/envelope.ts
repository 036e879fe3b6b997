import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { errorSchema } from './tryon';

const requestId = { type: 'string', examples: ['req_01JZ0000000000000000000000'] } as const;

/** `{success: true, data, requestId}`. */
export function successEnvelope<const S extends JSONSchema>(data: S) {
  return {
    type: 'object',
    required: ['success', 'data', 'requestId'],
    additionalProperties: false,
    properties: { success: { type: 'boolean', const: true }, data, requestId },
  } as const;
}

/** Which part of a list an answer shows. */
export const paginationSchema = {
  title: 'Pagination',
  type: 'object',
  required: ['limit', 'offset', 'total', 'hasMore'],
  additionalProperties: false,
  properties: {
    limit: { type: 'integer', minimum: 1 },
    offset: { type: 'integer', minimum: 0 },
    total: { type: 'integer', minimum: 0 },
    hasMore: { type: 'boolean' },
  },
} as const satisfies JSONSchema;
export type Pagination = FromSchema<typeof paginationSchema>;

/** `{success: true, data: […], pagination, requestId}`. */
export function listEnvelope<const S extends JSONSchema>(item: S) {
  return {
    type: 'object',
    required: ['success', 'data', 'pagination', 'requestId'],
    additionalProperties: false,
    properties: {
      success: { type: 'boolean', const: true },
      data: { type: 'array', items: item },
      pagination: paginationSchema,
      requestId,
    },
  } as const;
}

/** Which part of a list an answer shows, where pages begin after an entry: they do not shift while new entries come in. */
export const cursorPaginationSchema = {
  title: 'CursorPagination',
  type: 'object',
  required: ['limit', 'hasMore', 'nextStartingAfter'],
  additionalProperties: false,
  properties: {
    limit: { type: 'integer', minimum: 1 },
    hasMore: { type: 'boolean' },
    nextStartingAfter: {
      type: ['string', 'null'],
      description: '`starting_after` of the next page; null where this is the last one.',
    },
  },
} as const satisfies JSONSchema;
export type CursorPagination = FromSchema<typeof cursorPaginationSchema>;

/** The same as listEnvelope, with a cursor. */
export function cursorListEnvelope<const S extends JSONSchema>(item: S) {
  return {
    type: 'object',
    required: ['success', 'data', 'pagination', 'requestId'],
    additionalProperties: false,
    properties: {
      success: { type: 'boolean', const: true },
      data: { type: 'array', items: item },
      pagination: cursorPaginationSchema,
      requestId,
    },
  } as const;
}

const { properties: cursorProperties, required: cursorRequired } = cursorPaginationSchema;
const { offset, total } = paginationSchema.properties;

/** A list whose pages begin after an entry, with a total count. */
export const deliveryPaginationSchema = {
  title: 'DeliveryPagination',
  type: 'object',
  required: [...cursorRequired, 'offset', 'total'],
  additionalProperties: false,
  properties: { ...cursorProperties, offset, total },
} as const satisfies JSONSchema;
export type DeliveryPagination = FromSchema<typeof deliveryPaginationSchema>;

/** The same as cursorListEnvelope, with the number of all entries. */
export function deliveryListEnvelope<const S extends JSONSchema>(item: S) {
  return {
    type: 'object',
    required: ['success', 'data', 'pagination', 'requestId'],
    additionalProperties: false,
    properties: {
      success: { type: 'boolean', const: true },
      data: { type: 'array', items: item },
      pagination: deliveryPaginationSchema,
      requestId,
    },
  } as const;
}

/** `{success: false, data, error, requestId}`: the request was right, but what it names has failed. */
export function failedEnvelope<const S extends JSONSchema>(data: S) {
  return {
    type: 'object',
    required: ['success', 'data', 'error', 'requestId'],
    additionalProperties: false,
    properties: { success: { type: 'boolean', const: false }, data, error: errorSchema, requestId },
  } as const;
}

/** `{success: false, error, requestId}`. */
export const errorEnvelopeSchema = {
  title: 'ErrorEnvelope',
  type: 'object',
  required: ['success', 'error', 'requestId'],
  additionalProperties: false,
  properties: { success: { type: 'boolean', const: false }, error: errorSchema, requestId },
} as const satisfies JSONSchema;
export type ErrorEnvelope = FromSchema<typeof errorEnvelopeSchema>;

/** The same error as RFC 9457 has it, for `Accept: application/problem+json`. */
export const problemSchema = {
  title: 'Problem',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    requestId,
  },
} as const satisfies JSONSchema;
