import type { CreateTryOnDeps } from '../tryon/accept/create-deps';
import { getAccountRoute, updateAccountRoute, type AccountDeps } from './account/account';
import { listAuditLogRoute, type AuditLogDeps } from './account/audit-log';
import { checkPhotoRoute, type CheckPhotoDeps } from './try-ons/check-photo';
import { createClientTokenRoute, type ClientTokensDeps } from './sessions/client-tokens';
import { createBatchRoute } from './try-ons/create-batch';
import { createTryOnRoute } from './try-ons/create-tryon';
import { dashboardRoutes, type DashboardDeps } from './site/dashboard';
import { getGarmentPackageRoute } from './products/garment-package';
import { getTryOnRoute, type GetTryOnDeps } from './try-ons/get-tryon';
import { docsRoutes } from './site/docs';
import { homeRoute, type HomeDeps } from './site/home';
import { livenessRoute, readinessRoute } from './health';
import {
  createKeyRoute,
  getKeyRoute,
  listKeysRoute,
  revokeKeyRoute,
  rotateKeyRoute,
  updateKeyRoute,
  type KeysDeps,
} from './account/keys';
import { getMeRoute, updateMeRoute, type MeDeps } from './account/me';
import {
  inviteRoute,
  listInvitationsRoute,
  listMembersRoute,
  removeInvitationRoute,
  removeMemberRoute,
  updateMemberRoute,
  type MembersDeps,
} from './account/members';
import {
  addPasskeyOptionsRoute,
  addPasskeyRoute,
  listPasskeysRoute,
  passkeySignInOptionsRoute,
  passkeySignInRoute,
  removePasskeyRoute,
  type PasskeysDeps,
} from './account/passkeys';
import {
  acceptInvitationRoute,
  passwordSignInRoute,
  redeemLinkRoute,
  sendLinkRoute,
  signInWaysRoute,
  signOutRoute,
  signUpRoute,
  type SignInDeps,
} from './account/sign-in';
import { createMeasurementsRoute, getMeasurementsRoute, type MeasurementsDeps } from './sessions/measurements';
import { openApiRoute } from './openapi';
import {
  deleteProductRoute,
  listProductsRoute,
  updateProductRoute,
  type ProductCatalogueDeps,
} from './products/product-catalogue';
import {
  getProductImportRoute,
  importProductsRoute,
  listImportRowsRoute,
  type ProductImportsDeps,
} from './products/product-imports';
import { playgroundRoutes, type PlaygroundDeps } from './site/playground';
import { createProductRoute, getProductRoute, putSizeChartRoute, type ProductsDeps } from './products/products';
import { listTryOnsRoute, type ListTryOnsDeps } from './try-ons/list-tryons';
import { getRequestRoute, listRequestsRoute, type RequestsDeps } from './account/requests';
import type { Route } from './route';
import {
  deleteSessionRoute,
  getSessionRoute,
  keySetRoute,
  listSessionsRoute,
  type SessionsDeps,
} from './sessions/sessions';
import { listTryOnDeliveriesRoute, redeliverTryOnRoute, type TryOnDeliveriesDeps } from './try-ons/tryon-deliveries';
import { tryOnEventsRoute } from './try-ons/tryon-events';
import { createUploadRoute, type UploadsRouteDeps } from './try-ons/uploads';
import { getUsageRoute, type UsageDeps } from './account/usage';
import { cancelTryOnRoute, deleteTryOnRoute, tryOnImageRoute, type TryOnActionsDeps } from './try-ons/tryon-actions';
import {
  listDeliveriesRoute,
  pingWebhookRoute,
  redeliverRoute,
  type WebhookDeliveriesDeps,
} from './webhooks/webhook-deliveries';
import { widgetRoute } from './site/widget';
import {
  createWebhookRoute,
  deleteWebhookRoute,
  getWebhookRoute,
  listWebhooksRoute,
  rotateWebhookSecretRoute,
  updateWebhookRoute,
  type WebhooksDeps,
} from './webhooks/webhooks';

export type { Route } from './route';

export type RouteDeps = CreateTryOnDeps &
  TryOnActionsDeps &
  GetTryOnDeps &
  ListTryOnsDeps &
  CheckPhotoDeps &
  MeasurementsDeps &
  ProductsDeps &
  ProductCatalogueDeps &
  ProductImportsDeps &
  SessionsDeps &
  WebhooksDeps &
  WebhookDeliveriesDeps &
  ClientTokensDeps &
  TryOnDeliveriesDeps &
  KeysDeps &
  RequestsDeps &
  UploadsRouteDeps &
  UsageDeps &
  HomeDeps &
  AccountDeps &
  AuditLogDeps &
  DashboardDeps &
  MeDeps &
  MembersDeps &
  PasskeysDeps &
  SignInDeps &
  PlaygroundDeps;

/** The route table: mounting, validation and /v1/openapi.json all come from this one list. */
export function createRoutes(deps: RouteDeps): Route[] {
  const routes = [
    // Before /v1/tryon/{id}, which would match its path.
    createBatchRoute(deps),
    ...[createTryOnRoute(deps), listTryOnsRoute(deps), getTryOnRoute(deps)],
    ...[cancelTryOnRoute(deps), deleteTryOnRoute(deps), tryOnImageRoute(deps), tryOnEventsRoute(deps)],
    checkPhotoRoute(deps),
    ...[listSessionsRoute(deps), getSessionRoute(deps), deleteSessionRoute(deps), keySetRoute(deps)],
    ...[createMeasurementsRoute(deps), getMeasurementsRoute(deps)],
    createClientTokenRoute(deps),
    createUploadRoute(deps),
    ...[createProductRoute(deps), listProductsRoute(deps), getProductRoute(deps), putSizeChartRoute(deps)],
    getGarmentPackageRoute(deps),
    ...[updateProductRoute(deps), deleteProductRoute(deps)],
    ...[importProductsRoute(deps), getProductImportRoute(deps), listImportRowsRoute(deps)],
    ...[createWebhookRoute(deps), listWebhooksRoute(deps), getWebhookRoute(deps), deleteWebhookRoute(deps)],
    ...[updateWebhookRoute(deps), rotateWebhookSecretRoute(deps), pingWebhookRoute(deps)],
    ...[listDeliveriesRoute(deps), redeliverRoute(deps)],
    ...[listTryOnDeliveriesRoute(deps), redeliverTryOnRoute(deps)],
    ...[createKeyRoute(deps), listKeysRoute(deps), getKeyRoute(deps), updateKeyRoute(deps), revokeKeyRoute(deps)],
    rotateKeyRoute(deps),
    ...accountRoutes(deps),
    ...[getUsageRoute(deps), listRequestsRoute(deps), getRequestRoute(deps)],
    ...[homeRoute(deps), livenessRoute(), readinessRoute(deps), ...docsRoutes()],
    widgetRoute(),
    ...playgroundRoutes(deps),
    ...dashboardRoutes(deps),
  ];
  return [...routes, openApiRoute(routes, deps.version)];
}

/** Routes of the dashboard: sign-in, and what members may change. */
function accountRoutes(deps: RouteDeps): Route[] {
  return [
    ...[
      signInWaysRoute(deps),
      signUpRoute(deps),
      sendLinkRoute(deps),
      redeemLinkRoute(deps),
      passwordSignInRoute(deps),
    ],
    ...[passkeySignInOptionsRoute(deps), passkeySignInRoute(deps), acceptInvitationRoute(deps), signOutRoute(deps)],
    ...[getMeRoute(deps), updateMeRoute(deps)],
    ...[addPasskeyOptionsRoute(deps), addPasskeyRoute(deps), listPasskeysRoute(deps), removePasskeyRoute(deps)],
    ...[getAccountRoute(deps), updateAccountRoute(deps)],
    ...[listMembersRoute(deps), updateMemberRoute(deps), removeMemberRoute(deps)],
    ...[inviteRoute(deps), listInvitationsRoute(deps), removeInvitationRoute(deps)],
    listAuditLogRoute(deps),
  ];
}
