import {
  AccordionChevron,
  Alert,
  AppShell,
  Burger,
  Button,
  Container,
  Group,
  Menu,
  ScrollArea,
  SegmentedControl,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { Me } from '@drape/client';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { read } from './api/call';
import { RouteNavLink } from './parts/RouteLink';
import { LANGUAGES, useLanguage, useTexts, type Language } from './state/language';
import { useSignedIn } from './state/me';
import { setMode, useMode } from './state/mode';
import { useSend } from './state/use-record';
import { COMMON, type CommonTexts } from './texts/common';
import classes from './Shell.module.css';

const PAGES = [
  ['/', 'usage'],
  ['/try-ons', 'tryOns'],
  ['/try', 'tryIt'],
  ['/sessions', 'sessions'],
  ['/products', 'products'],
  ['/webhooks', 'webhooks'],
  ['/keys', 'keys'],
  ['/requests', 'requests'],
  ['/audit-log', 'auditLog'],
  ['/settings', 'settings'],
] as const satisfies readonly (readonly [string, keyof CommonTexts])[];

/** Frame of all pages for people who are signed in. */
export function Shell({ me }: { readonly me: Me }) {
  const texts = useTexts(COMMON);
  const mode = useMode();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    close();
    // What a message tells of is not on the next page.
    notifications.clean();
  }, [path, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a href="#content" className={classes['skip'] ?? ''}>
        {texts.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={texts.menu}
              aria-expanded={isOpen}
            />
            <Text fw={700} size="lg">
              Drape
            </Text>
          </Group>
          <Group gap="sm" wrap="nowrap">
            <SegmentedControl
              size="xs"
              value={mode}
              onChange={(next) => setMode(next === 'test' ? 'test' : 'live')}
              data={[
                { value: 'live', label: texts.live },
                { value: 'test', label: texts.test },
              ]}
              aria-label={`${texts.live} / ${texts.test}`}
            />
            <PersonMenu me={me} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={texts.menu}>
        <ScrollArea>
          {PAGES.map(([to, name]) => (
            <RouteNavLink
              key={to}
              to={to}
              label={texts[name]}
              active={isWithin(path, to)}
              {...(isWithin(path, to) && { 'aria-current': 'page' as const })}
              className={classes['link'] ?? ''}
            />
          ))}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Container size="lg" p={0}>
          {mode === 'test' && (
            <Alert color="orange" variant="light" mb="md" p="xs">
              {texts.testBanner}
            </Alert>
          )}
          <Outlet />
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}

/** `/try-ons/…` lies within `/try-ons`, and not within `/try`. */
const isWithin = (path: string, page: string): boolean =>
  path === page || (page !== '/' && path.startsWith(`${page}/`));

function PersonMenu({ me }: { readonly me: Me }) {
  const texts = useTexts(COMMON);
  const signedIn = useSignedIn();
  const current = me.accounts.find(({ id }) => id === me.accountId);
  const signOut = useSend(
    () => read('/v1/auth/session', { method: 'DELETE' }),
    () => signedIn(null),
  );
  const look = useSend((accountId: string) => read<Me>('/v1/me', { method: 'PATCH', body: { accountId } }), signedIn);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button variant="default" size="xs" maw={180} rightSection={<AccordionChevron size={14} aria-hidden />}>
          <Text span size="xs" truncate="end">
            {current?.name ?? me.email}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.name === '' ? me.email : `${me.name} · ${me.email}`}</Menu.Label>
        {me.accounts.length > 1 &&
          me.accounts.map(({ id, name, role }) => (
            <Menu.Item key={id} onClick={() => look.mutate(id)} {...(id === me.accountId && { 'aria-current': true })}>
              {id === me.accountId ? '● ' : '○ '}
              {name} ({texts.roles[role]})
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Preferences />
        <Menu.Divider />
        <Menu.Item component="a" href="/docs">
          {texts.docs}
        </Menu.Item>
        <Menu.Item onClick={() => signOut.mutate(undefined)}>{texts.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Language and appearance; kept in this browser. */
function Preferences() {
  const texts = useTexts(COMMON);
  const { language, setLanguage } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes = [
    ['auto', texts.automatic],
    ['light', texts.light],
    ['dark', texts.dark],
  ] as const;
  return (
    <>
      <Menu.Label>{texts.language}</Menu.Label>
      {(Object.keys(LANGUAGES) as Language[]).map((name) => (
        <Menu.Item
          key={name}
          lang={name}
          onClick={() => setLanguage(name)}
          {...(name === language && { 'aria-current': true })}
        >
          {name === language ? '● ' : '○ '}
          {LANGUAGES[name]}
        </Menu.Item>
      ))}
      <Menu.Label>{texts.appearance}</Menu.Label>
      {schemes.map(([scheme, label]) => (
        <Menu.Item
          key={scheme}
          onClick={() => setColorScheme(scheme)}
          {...(scheme === colorScheme && { 'aria-current': true })}
        >
          {scheme === colorScheme ? '● ' : '○ '}
          {label}
        </Menu.Item>
      ))}
    </>
  );
}
