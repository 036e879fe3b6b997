/** Every kind of violation, and its description. */
export const VIOLATIONS = {
  accepted_without_row: 'an id that was given out has no row',
  row_overdue: 'a try-on is past its deadline and has not ended',
  row_not_ended: 'a try-on has not ended although all work is said to be done',
  row_stuck: 'an unfinished try-on that nobody works on and no job stands for',
  failed_without_reason: 'a failed try-on has no reason',
  attempts_over_cap: 'a try-on was attempted more often than allowed',
  written_twice: 'a try-on bears the marks of two ends',
  told_twice: 'receivers were told two different ends of one try-on',
  result_missing: 'the picture of a completed try-on is not stored',
  result_differs: 'a stored picture is not the one that its row names by its SHA-256',
  result_surplus: 'a picture is stored that its ended try-on does not name',
  result_kept_too_long: 'a picture is stored although its retention is over',
  photo_left: 'a photo is stored although its try-on has ended',
  garment_left: 'a product’s picture that came with a try-on is stored although that has ended',
  object_without_row: 'an object is stored that no row speaks for',
  key_doubled: 'an account has an idempotency key twice',
  usage_short: 'fewer ends were counted than there are ended try-ons',
  usage_over: 'more requests used quota than were made',
} as const;

export type ViolationKind = keyof typeof VIOLATIONS;

export interface Violation {
  readonly kind: ViolationKind;
  /** The id of the try-on, or another name of what is wrong. */
  readonly id: string;
  /** The key in the object store, where it is about an object. */
  readonly key?: string;
}

/** Objects are deleted; rows are repaired by a new job or an end. What is in neither list needs a person. */
export const MENDED_BY_DELETING: readonly ViolationKind[] = [
  'result_surplus',
  'result_kept_too_long',
  'photo_left',
  'garment_left',
  'object_without_row',
];
export const MENDED_BY_WORK: readonly ViolationKind[] = ['row_overdue', 'row_not_ended', 'row_stuck'];
