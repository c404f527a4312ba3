/**
 * The words that YAML 1.1 reads as true and false. Sigma's own tools read YAML 1.1, so rules are written with them. We read YAML 1.2, in which
 * they are texts, and only a place that can hold nothing but a truth value takes them.
 */
const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  y: true,
  false: false,
  no: false,
  off: false,
  n: false,
};

/** Reads a truth value; undefined when the value is none. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const word = value.toLowerCase();
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}
