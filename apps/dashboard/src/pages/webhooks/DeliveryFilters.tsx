import type { WebhookDelivery } from '@drape/client';
import { NativeSelect, SimpleGrid } from '@mantine/core';
import { useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { WEBHOOKS } from './texts';

type Status = WebhookDelivery['status'];
type Event = WebhookDelivery['event'];
const STATUSES = ['pending', 'delivered', 'failed'] as const satisfies readonly Status[];
const EVENTS = [
  'tryon.completed',
  'tryon.failed',
  'tryon.canceled',
  'tryon.expired',
  'session.deleted',
  'product.analyzed',
  'ping',
] as const satisfies readonly Event[];

/** Named as the API names them. */
export interface Filters {
  readonly status: Status | '';
  readonly eventType: Event | '';
}

export const NO_FILTERS: Filters = { status: '', eventType: '' };

interface DeliveryFiltersProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

export function DeliveryFilters({ filters, onChange }: DeliveryFiltersProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(WEBHOOKS);
  const none = { value: '', label: common.all };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" maw="30rem" role="search" aria-label={texts.filters}>
      <NativeSelect
        label={common.status}
        value={filters.status}
        onChange={({ currentTarget }) =>
          onChange({ ...filters, status: STATUSES.find((one) => one === currentTarget.value) ?? '' })
        }
        data={[none, ...STATUSES.map((one) => ({ value: one, label: common.statuses[one] }))]}
      />
      <NativeSelect
        label={texts.event}
        value={filters.eventType}
        onChange={({ currentTarget }) =>
          onChange({ ...filters, eventType: EVENTS.find((one) => one === currentTarget.value) ?? '' })
        }
        data={[none, ...EVENTS.map((one) => ({ value: one, label: one }))]}
      />
    </SimpleGrid>
  );
}
