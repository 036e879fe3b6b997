import { CANCEL_AFTER_MAX_SEC } from '../../tryon/request/cancel-after';
import { SESSION_HEADER_DOC } from '../../tryon/answer/find-visible';
import { IDEMPOTENCY_HEADER, LANGUAGE_HEADER, PHOTO_ERRORS, UPLOAD_ERRORS } from '../route';

/** OpenAPI description of the headers that try-ons and batches share. */
export const CREATE_HEADERS = {
  ...IDEMPOTENCY_HEADER,
  ...LANGUAGE_HEADER,
  ...SESSION_HEADER_DOC,
  'Cancel-After': {
    type: 'integer',
    minimum: 1,
    maximum: CANCEL_AFTER_MAX_SEC,
    description: 'Seconds after which an unfinished try-on expires (deadline_exceeded); 120 where missing.',
  },
} as const;

/** Errors of creating a try-on, alone or in a batch. */
export const CREATE_TRYON_ERRORS = [
  'invalid_product_image_url',
  'product_image_url_not_allowed',
  'invalid_product_image',
  ...UPLOAD_ERRORS,
  'invalid_product_category',
  ...PHOTO_ERRORS,
  'invalid_session_id',
  'invalid_min_quality',
  'invalid_product_id',
  'invalid_webhook_url',
  'invalid_size',
  'invalid_fit_preference',
  'invalid_department',
  'invalid_metadata',
  'invalid_retention_seconds',
  'invalid_output_format',
  'invalid_consent',
  'queue_full',
  'tryon_not_found',
  'session_not_found',
  'product_not_found',
  'too_many_in_flight',
  'shopper_limit_reached',
  'client_token_used_up',
] as const;
