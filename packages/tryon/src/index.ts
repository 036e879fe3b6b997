export * from './ports';
export * from './refusal';
export * from './types';
export { renderTryOn, type TryOnOptions } from './render';
export { analysePerson } from './person/analyse-person';
export { analyseGarment } from './garment/analyse-garment';
export * from './quality';
