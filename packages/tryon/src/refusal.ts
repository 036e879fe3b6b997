import type { FailureFields } from '@drape/contracts';

/** Why a try-on cannot be made from these pictures; the codes are those of the API. */
export type RefusalCode =
  | 'person_not_detected'
  | 'multiple_people'
  | 'body_not_visible'
  | 'photo_too_blurry'
  | 'photo_rejected'
  | 'garment_not_detected'
  | 'category_mismatch'
  | 'category_ambiguous';

/** The pictures do not allow a try-on. `detail` is a sentence that a client may read. */
export class TryOnRefusal extends Error {
  readonly code: RefusalCode;
  readonly detail: string;
  /** Further fields of the API's error beside code and sentence, such as `needed` of `body_not_visible`. */
  readonly fields: FailureFields;

  constructor(code: RefusalCode, detail: string, fields: FailureFields = {}) {
    super(detail);
    this.name = 'TryOnRefusal';
    this.code = code;
    this.detail = detail;
    this.fields = fields;
  }
}

/** The caller's signal was set; nothing is wrong with the pictures. */
export class TryOnAborted extends Error {
  constructor() {
    super('the render was aborted by its caller');
    this.name = 'TryOnAborted';
  }
}
