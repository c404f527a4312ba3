/** The query languages that can be read back into rules: KQL of Sentinel and Defender XDR, SPL, Lucene query strings, EQL, ES|QL and YARA-L. */
export const QUERY_LANGUAGES = ['kql', 'spl', 'lucene', 'eql', 'esql', 'yaral'] as const;

export type QueryLanguage = (typeof QUERY_LANGUAGES)[number];

/** Whether a string names one of the languages that are read. */
export function isQueryLanguage(value: string): value is QueryLanguage {
  return (QUERY_LANGUAGES as readonly string[]).includes(value);
}
