import { Stack } from '@mantine/core';
import { Page } from '../../parts/Page';
import { useTexts } from '../../state/language';
import { useMay } from '../../state/me';
import { COMMON } from '../../texts/common';
import { AccountCard } from './AccountCard';
import { InvitationsCard } from './InvitationsCard';
import { MembersCard } from './MembersCard';
import { PasskeysCard } from './PasskeysCard';
import { PasswordCard } from './PasswordCard';
import { ProfileCard } from './ProfileCard';

export function SettingsPage() {
  const common = useTexts(COMMON);
  const isOwner = useMay('owner');
  return (
    <Page title={common.settings}>
      <Stack gap="lg">
        <AccountCard />
        <MembersCard />
        {isOwner && <InvitationsCard />}
        <ProfileCard />
        <PasswordCard />
        <PasskeysCard />
      </Stack>
    </Page>
  );
}
