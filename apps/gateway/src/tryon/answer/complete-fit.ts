import type { Advice, Fit } from '@drape/contracts';

type Size = NonNullable<Fit['size']>;

/** A fit as stored: those of formula fit-1 lack what fit-2 added. */
export type StoredFit = Omit<Fit, 'sizeScore' | 'sizeKnown' | 'size'> &
  Partial<Pick<Fit, 'sizeScore' | 'sizeKnown'>> & {
    readonly size: (Omit<Size, 'nearest' | 'outsideChart'> & Partial<Pick<Size, 'nearest' | 'outsideChart'>>) | null;
  };

/** The fit in its current form; what was not assessed at the time is null or false. */
export function completeFit({ sizeScore = null, sizeKnown = null, size, ...rest }: StoredFit): Fit {
  return { ...rest, sizeScore, sizeKnown, size: size && completeSize(size) };
}

function completeSize({ nearest = null, outsideChart = false, ...rest }: NonNullable<StoredFit['size']>): Size {
  return { ...rest, nearest, outsideChart };
}

/** Advice as stored: before fit-2 all of it was for the shopper. */
export type StoredAdvice = Omit<Advice, 'about'> & Partial<Pick<Advice, 'about'>>;

export function completeAdvice({ about = 'shopper', ...rest }: StoredAdvice): Advice {
  return { ...rest, about };
}
