/** The query languages that can be read back into rules: KQL of Sentinel and Defender XDR, SPL, EQL, and Lucene query strings. */
export const QUERY_LANGUAGES = ['kql', 'spl', 'lucene', 'eql'] as const;

export type QueryLanguage = (typeof QUERY_LANGUAGES)[number];

/** Whether a string names one of the four languages. */
export function isQueryLanguage(value: string): value is QueryLanguage {
  return (QUERY_LANGUAGES as readonly string[]).includes(value);
}
