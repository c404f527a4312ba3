/** A JSON object whose fields nobody has checked. */
export type Loose = Readonly<Record<string, unknown>>;

/** The value as an object without its own methods in the way; empty for anything else. */
export const objectOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};

/** The value as a list; empty for anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value as a text that is not blank, else undefined. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** The texts of a list; one text alone is a list of one. */
export const textsOf = (value: unknown): readonly string[] =>
  (typeof value === 'string' ? [value] : listOf(value)).flatMap((one) => textOf(one) ?? []);

/** What a product means by true, false, 1 and 0, as JSON or as text; else undefined. */
export function flagOf(value: unknown): boolean | undefined {
  // Lists of YAML that name each other again and again would become a text without end.
  if (typeof value === 'object') return undefined;
  const word = String(value).trim().toLowerCase();
  if (['true', '1', 'yes', 't'].includes(word)) return true;
  return ['false', '0', 'no', 'f'].includes(word) ? false : undefined;
}

/** An instant in ISO 8601 of a text or of milliseconds since 1970; null for anything else. */
export function instantOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const at = new Date(value);
  const year = at.getUTCFullYear();
  return Number.isNaN(at.getTime()) || year < 1990 || year > 2200 ? null : at.toISOString();
}

const TECHNIQUE = /\bT\d{4}(?:\.\d{3})?\b/gi;

/** The technique ids that texts have in them. */
export const techniquesIn = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => text.match(TECHNIQUE) ?? []).map((id) => id.toUpperCase())),
];

/** Parses JSON, or gives what is wrong with it. */
export function parsedJson(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}
