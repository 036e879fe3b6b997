import { Center, Loader } from '@mantine/core';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from '@tanstack/react-router';
import { NotFound } from './pages/NotFound';
import { InvitationPage } from './pages/sign-in/InvitationPage';
import { LinkPage } from './pages/sign-in/LinkPage';
import { SignInPage } from './pages/sign-in/SignInPage';
import { SignUpPage } from './pages/sign-in/SignUpPage';
import { Shell } from './Shell';
import { useMe } from './state/me';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** Pages for people who are signed in; others are led to the door. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Inside });

function Inside() {
  const { me, isPending } = useMe();
  if (isPending) {
    return (
      <Center h="100vh">
        <Loader />
      </Center>
    );
  }
  return me === null ? <Navigate to="/sign-in" /> : <Shell me={me} />;
}

const page = <const P extends string>(path: P, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component,
  });

const outside = [
  createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage }),
  createRoute({ getParentRoute: () => root, path: '/sign-up', component: SignUpPage }),
  createRoute({ getParentRoute: () => root, path: '/link', component: LinkPage }),
  createRoute({ getParentRoute: () => root, path: '/invitation', component: InvitationPage }),
] as const;

const pages = [
  page(
    '/',
    lazyRouteComponent(() => import('./pages/usage/UsagePage'), 'UsagePage'),
  ),
  page(
    '/try-ons',
    lazyRouteComponent(() => import('./pages/try-ons/TryOnsPage'), 'TryOnsPage'),
  ),
  page(
    '/try-ons/$id',
    lazyRouteComponent(() => import('./pages/try-ons/TryOnPage'), 'TryOnPage'),
  ),
  page(
    '/try',
    lazyRouteComponent(() => import('./pages/try/TryPage'), 'TryPage'),
  ),
  page(
    '/sessions',
    lazyRouteComponent(() => import('./pages/sessions/SessionsPage'), 'SessionsPage'),
  ),
  page(
    '/sessions/$id',
    lazyRouteComponent(() => import('./pages/sessions/SessionPage'), 'SessionPage'),
  ),
  page(
    '/products',
    lazyRouteComponent(() => import('./pages/products/ProductsPage'), 'ProductsPage'),
  ),
  page(
    '/products/$id',
    lazyRouteComponent(() => import('./pages/products/ProductPage'), 'ProductPage'),
  ),
  page(
    '/import',
    lazyRouteComponent(() => import('./pages/products/ImportPage'), 'ImportPage'),
  ),
  page(
    '/webhooks',
    lazyRouteComponent(() => import('./pages/webhooks/WebhooksPage'), 'WebhooksPage'),
  ),
  page(
    '/webhooks/$id',
    lazyRouteComponent(() => import('./pages/webhooks/WebhookPage'), 'WebhookPage'),
  ),
  page(
    '/keys',
    lazyRouteComponent(() => import('./pages/keys/KeysPage'), 'KeysPage'),
  ),
  page(
    '/requests',
    lazyRouteComponent(() => import('./pages/requests/RequestsPage'), 'RequestsPage'),
  ),
  page(
    '/audit-log',
    lazyRouteComponent(() => import('./pages/audit/AuditLogPage'), 'AuditLogPage'),
  ),
  page(
    '/settings',
    lazyRouteComponent(() => import('./pages/settings/SettingsPage'), 'SettingsPage'),
  ),
] as const;

export const router = createRouter({
  basepath: '/dashboard',
  routeTree: root.addChildren([...outside, inside.addChildren([...pages])]),
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  // How the library learns the paths that links may lead to.
  interface Register {
    router: typeof router;
  }
}
