import { InvalidArgumentError } from 'commander';

/** The number in an option. Throws: commander's error that names the bounds. */
export function toNumber(text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
}
