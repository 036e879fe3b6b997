/** Limits of what a client may send. The numbers are part of the API's contract. */
export const LIMITS = {
  bodyBytesMax: 15 * 1024 * 1024,
  photoBytesMax: 10 * 1024 * 1024,
  photoSideMin: 256,
  /** Below it the result carries a warning. */
  photoSideGood: 512,
  photoPixelsMax: 40_000_000,
  photoAspectMax: 4,
  productImageBytesMax: 15 * 1024 * 1024,
  productImageSideMin: 200,
  productImagePixelsMax: 40_000_000,
  productImageAspectMax: 4,
  /** Per upload: a product's picture; photos are checked against their own limit when they are used. */
  uploadBytesMax: 15 * 1024 * 1024,
  /** All uploads of one request together, which the gateway holds in memory. */
  uploadsBytesMax: 45 * 1024 * 1024,
  urlLengthMax: 2048,
  /** A size chart of 60 rows with 4 ranges each has 303; 10 MB of `[` would block the event loop for 2.4 s. */
  openBracketsMax: 320,
  /** A chart of 60 rows has about 3 kB. */
  csvBytesMax: 64 * 1024,
  importBytesMax: 5 * 1024 * 1024,
  importRowsMax: 10_000,
  /** Quotation marks and commas together: the largest valid body has about 11,000 (20 values of 500 escaped quotes). */
  separatorsMax: 16_000,
  /** UTF-8 bytes beyond ASCII: the largest valid body has about 40 kB of them. */
  beyondAsciiMax: 256 * 1024,
  /** Proxies commonly close a connection after a minute without traffic. */
  preferWaitSecMax: 60,
} as const;

/** How long an upload is kept at most. */
export const UPLOAD_SECONDS = 3600;

/** How long the URL of an upload accepts a PUT. */
export const UPLOAD_URL_SECONDS = 900;
