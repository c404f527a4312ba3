/**
 * A text as Postgres can keep it: NUL characters and halves of surrogate pairs, of which it takes neither, become U+FFFD. For what stands in
 * documents, rules and clouds, where refusing the whole for one character would help nobody.
 * @param longest UTF-16 code units after which it is cut; a character is never cut in half
 */
export function storableText(text: string, longest = text.length): string {
  const inHalf = text.length > longest && /[\uD800-\uDBFF]/.test(text.charAt(longest - 1));
  const cut = inHalf ? longest - 1 : longest;
  return text.slice(0, cut).replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}

/** A value as JSON that Postgres can keep, whatever its texts and the names of its fields hold: see {@link storableText}. */
export function storableJson(value: unknown): string {
  // JSON.stringify writes NUL and halves of pairs as escapes, and nothing else as escapes of these forms. A backslash of the text is doubled.
  return JSON.stringify(value).replace(
    /\\(?:\\|(u0000|ud[89a-f][\da-f]{2}))/g,
    (written, unstorable: string | undefined) => (unstorable === undefined ? written : '\uFFFD'),
  );
}
