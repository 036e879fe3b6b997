import { TryOnRefusal } from '../refusal';

/** The refusal for pictures in which no wearable garment can be read; `reason` is one full sentence. */
export function noGarment(reason: string): TryOnRefusal {
  return new TryOnRefusal(
    'garment_not_detected',
    `${reason} Send a picture of the whole garment alone on a plain background.`,
  );
}
