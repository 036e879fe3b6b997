export * from './limb-continuity';
export * from './picture';
export * from './score';
