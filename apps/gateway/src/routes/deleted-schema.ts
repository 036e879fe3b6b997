import { livemode, type Owner } from '@drape/contracts';

/** Response schema of deletions. */
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

/** The record of a completed deletion. */
export function toDeleted({ env }: Owner, id: string) {
  return {
    id,
    livemode: env === 'live',
    deletedAt: new Date().toISOString(),
  };
}
