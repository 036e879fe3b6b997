/** What a route answers that takes something away. */
export const deletedSchema = {
  title: 'Deleted',
  type: 'object',
  required: ['id', 'deletedAt'],
  additionalProperties: false,
  properties: { id: { type: 'string' }, deletedAt: { type: 'string', format: 'date-time' } },
} as const;
