export * from './api-key';
export * from './client-token';
export * from './origins';
export * from './rate-limit-headers';
export * from './rate-limiter';
export * from './scope';
export * from './sliding-log';
