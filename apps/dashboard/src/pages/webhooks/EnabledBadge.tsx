import { Badge } from '@mantine/core';
import { useTexts } from '../../state/language';
import { WEBHOOKS } from './texts';

export function EnabledBadge({ enabled }: { readonly enabled: boolean }) {
  const texts = useTexts(WEBHOOKS);
  return (
    <Badge color={enabled ? 'teal.9' : 'gray.7'} variant="filled" radius="sm" tt="none" miw="fit-content">
      {enabled ? texts.enabled : texts.disabled}
    </Badge>
  );
}
