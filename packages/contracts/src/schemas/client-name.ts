/** Names that a client may choose: sessionId, productId. */
export const clientName = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  pattern: '^[\\x21-\\x7e]*$',
  'x-expected': 'consist of printable ASCII characters without spaces',
} as const;
