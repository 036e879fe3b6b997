import { InvalidArgumentError } from 'commander';

/** The number that an option holds. Throws: commander's error that tells the bounds. */
export function toNumber(text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
}
