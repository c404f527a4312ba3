/** The kinds of SIEM whose exports are read. */
export const SIEM_KINDS = ['splunk', 'sentinel', 'elastic', 'opensearch', 'google', 'sigma'] as const;
export type SiemKind = (typeof SIEM_KINDS)[number];

/** Rules that an import may have at most. Each is a row, and a detection in each account that has its log. */
export const MOST_RULES = 10_000;
/** Size limit of a file that is imported, in bytes, and of all that an archive unpacks to. */
export const IMPORT_BYTES = 50 * 1024 * 1024;
/** Characters of what reading makes of an import's rules: each as Sigma, with its macros written out, and what it looks for. */
export const MADE_BYTES = 3 * IMPORT_BYTES;
