export { createDiskStore } from './disk-store';
export { createErasureList, ERASURES_PREFIX, nameOfErasure, type Erasure, type ErasureList } from './erasure-list';
export {
  checkedPhotoKey,
  checkFindingsKey,
  checkOfKey,
  CHECKS_PREFIX,
  garmentKey,
  garmentKeysOf,
  garmentPackageKey,
  garmentPackagesOf,
  GARMENT_PACKAGES_PREFIX,
  GARMENTS_PREFIX,
  photoKey,
  PRODUCT_PICTURES_PREFIX,
  productPictureKey,
  resultKey,
  resultPrefix,
  RESULTS_PREFIX,
  tryOnOfGarment,
  tryOnOfResult,
  uploadKey,
  UPLOADS_PREFIX,
  type GarmentPackageName,
} from './keys';
export { STORE_CALLS, type ObjectStore } from './object-store';
export { removeTryOnObjects } from './remove-try-on-objects';
export { createObjectStore, type S3StoreOptions } from './s3-store';
export { signPicture, type PictureToSign, type SignedPicture } from './sign-picture';
