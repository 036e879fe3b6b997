/** A value and how sure it is, 0…1. */
export interface JudgedValue {
  readonly value: string;
  readonly confidence: number;
}

/** What a worker finds out about a product from its picture; kept with the product. */
export interface ProductAnalysis {
  readonly colors: readonly { readonly hex: string; readonly name: string; readonly share: number }[];
  readonly pattern: JudgedValue;
  readonly sleeveLength: JudgedValue | null;
  readonly neckline: JudgedValue | null;
  readonly length: JudgedValue;
  readonly photoType: JudgedValue;
  readonly suitability: {
    readonly score: number;
    readonly level: string;
    readonly issues: readonly {
      readonly code: string;
      readonly severity: string;
      readonly message: string;
      readonly fix: string;
    }[];
  };
  readonly image: ProductImageFacts;
}

export interface ProductImageFacts {
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly sharpness: number | null;
  readonly backgroundUniformity: number;
}
