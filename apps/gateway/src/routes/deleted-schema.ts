import { livemode, type Owner } from '@drape/contracts';

/** What a route answers that takes something away. */
export const deletedSchema = {
  title: 'Deleted',
  type: 'object',
  required: ['id', 'livemode', 'deletedAt'],
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    livemode,
    deletedAt: { type: 'string', format: 'date-time' },
  },
} as const;

/** What is answered once something of the owner's is gone. */
export function toDeleted({ env }: Owner, id: string) {
  return {
    id,
    livemode: env === 'live',
    deletedAt: new Date().toISOString(),
  };
}
