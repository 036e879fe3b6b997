/** Variables of shops' programs in the guides; they may be set in the shell in which Drape is started. No part of Drape reads them. */
export const CLIENT_VARIABLES = ['DRAPE_KEY', 'DRAPE_URL', 'DRAPE_WEBHOOK_SECRET'] as const;

/**
 * Every `DRAPE_*` variable of every part of Drape. One .env file usually serves all processes, so each part accepts the variables of others
 * that are listed here; anything else is a misspelling, and the process does not start.
 */
export const KNOWN_DRAPE_VARIABLES: readonly string[] = [
  'DRAPE_CONCURRENCY',
  'DRAPE_FETCH_ALLOW',
  'DRAPE_GATEWAYS',
  'DRAPE_HOME',
  'DRAPE_HOST',
  'DRAPE_IP_LIMIT',
  'DRAPE_PAGE_IP_LIMIT',
  'DRAPE_LOG_LEVEL',
  'DRAPE_METRICS_PORT',
  'DRAPE_MODELS',
  'DRAPE_MODELS_DIR',
  'DRAPE_PLAYGROUND_KEY',
  'DRAPE_SIGN_UP',
  'DRAPE_SMTP_URL',
  'DRAPE_MAIL_FROM',
  'DRAPE_PORT',
  'DRAPE_PROVIDER',
  'DRAPE_PUBLIC_URL',
  'DRAPE_QUEUE_DEPTH_MAX',
  'DRAPE_QUEUE_PREFIX',
  'DRAPE_RECORD_DAYS',
  'DRAPE_RENDER_DEADLINE_MS',
  'DRAPE_REQUEST_TIMEOUT_MS',
  'DRAPE_RESULT_CACHE',
  'DRAPE_SHOPPER_IP_LIMIT',
  'DRAPE_SHOPPER_SESSION_LIMIT',
  'DRAPE_THREADS',
  'DRAPE_TRUST_PROXY',
  'DRAPE_WAIT_MS',
  'DRAPE_WEBHOOK_DELAYS',
  'DRAPE_WORKER_HEALTH_PORT',
  ...CLIENT_VARIABLES,
];
