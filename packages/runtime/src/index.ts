export { systemClock, type Clock } from './clock';
export { createLogger, type Logger, type LoggerOptions } from './create-logger';
export { createShutdown, shutDownOnSignals, type Shutdown, type ShutdownOptions } from './create-shutdown';
export { CLIENT_VARIABLES, KNOWN_DRAPE_VARIABLES } from './known-variables';
export { nearestName } from './nearest-name';
export {
  ConfigurationError,
  readEnv,
  type EnvOf,
  type EnvProperty,
  type EnvSchema,
  type ReadEnvOptions,
} from './read-env';
export { SHARED_ENVIRONMENT } from './shared-environment';
