export * from './decode-garment';
export * from './decode-labels';
export * from './decode-photo';
export * from './encode-result';
export * from './fetch-product-image';
export { isPublicAddress } from './public-address';
export type { DecodedImage, DecodeLimits, OriginalImage } from './decode';
export { guardedRequest, GuardError } from './guarded-request';
export type { GuardedRequestOptions, ResolvedAddress, ResolveHost } from './guarded-request';
