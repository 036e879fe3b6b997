/** Why a try-on cannot be made from these pictures; the codes are those of the API. */
export type RefusalCode =
  | 'person_not_detected'
  | 'multiple_people'
  | 'body_not_visible'
  | 'photo_too_blurry'
  | 'photo_rejected'
  | 'garment_not_detected'
  | 'category_mismatch';

/** What a part of the body is called in `body_not_visible`. */
export type BodyPart = 'head' | 'shoulders' | 'torso' | 'hips' | 'legs' | 'feet' | 'front';

/** The pictures do not allow a try-on. `detail` is a sentence that a client may read. */
export class TryOnRefusal extends Error {
  readonly code: RefusalCode;
  readonly detail: string;
  /** Parts of the body that must be seen; only with `body_not_visible`. */
  readonly needed: readonly BodyPart[];

  constructor(code: RefusalCode, detail: string, needed: readonly BodyPart[] = []) {
    super(detail);
    this.name = 'TryOnRefusal';
    this.code = code;
    this.detail = detail;
    this.needed = needed;
  }
}

/** The caller's signal was set; nothing is wrong with the pictures. */
export class TryOnAborted extends Error {
  constructor() {
    super('the render was aborted by its caller');
    this.name = 'TryOnAborted';
  }
}
