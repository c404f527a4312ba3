import { InvalidArgumentError } from 'commander';

/** Reads an option's value as a whole number from 1 to `most`. @throws InvalidArgumentError that says so */
export function wholeNumber(text: string, most: number): number {
  const isDigits = text.length <= 6 && [...text].every((sign) => sign >= '0' && sign <= '9');
  if (isDigits && Number(text) >= 1 && Number(text) <= most) return Number(text);
  throw new InvalidArgumentError(`It is a whole number from 1 to ${most}.`);
}
