export * from './clock';
export * from './env';
export * from './logger';
export * from './shutdown';
