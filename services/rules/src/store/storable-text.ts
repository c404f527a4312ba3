/**
 * A text as Postgres can keep it: NUL characters and halves of surrogate pairs, of which it takes neither, become U+FFFD. For what stands in
 * documents and callers' YAML, where refusing the whole for one character would help nobody.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').replace(/\p{Cs}/gu, '\uFFFD');
}
