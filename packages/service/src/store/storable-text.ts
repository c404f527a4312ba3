/**
 * A text that Postgres can store: NUL characters and halves of surrogate pairs, which it refuses, become U+FFFD. For texts of documents,
 * rules and clouds, where one character is no reason to refuse the whole.
 * @param longest UTF-16 code units after which it is cut; a character is never cut in half
 */
export function storableText(text: string, longest = text.length): string {
  const inHalf = text.length > longest && /[\uD800-\uDBFF]/.test(text.charAt(longest - 1));
  const cut = inHalf ? longest - 1 : longest;
  return text.slice(0, cut).replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}

/** A value as JSON that Postgres can store, whatever its texts and field names contain: see {@link storableText}. */
export function storableJson(value: unknown): string {
  // JSON.stringify writes NUL and halves of pairs as escapes, and nothing else in this form. It doubles a backslash of the text.
  return JSON.stringify(value).replace(
    /\\(?:\\|(u0000|ud[89a-f][\da-f]{2}))/g,
    (written, unstorable: string | undefined) => (unstorable === undefined ? written : '\uFFFD'),
  );
}
