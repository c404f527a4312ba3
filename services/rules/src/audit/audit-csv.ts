import type { AuditRecord } from '@tripline/auth';
import { type Options, stringify } from 'csv-stringify/sync';

const COLUMNS = [
  ...['id', 'at', 'actorId', 'actorEmail', 'action', 'targetType', 'targetId'],
  ...['outcome', 'ip', 'userAgent', 'details'],
] as const satisfies readonly (keyof AuditRecord)[];

/**
 * Text that a spreadsheet would run as a formula, also after white space and in the wide forms of East Asian keyboards (after OWASP, "CSV
 * Injection").
 */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/** After RFC 4180. A cell is quoted wherever a reader might split it, also at semicolons. */
const FORMAT: Options = {
  columns: [...COLUMNS],
  record_delimiter: 'windows',
  quoted_match: /[^\w.:@ /-]/,
  cast: { string: uncomputed, date: (at) => at.toISOString() },
};

/** The first line of the file. */
export const CSV_HEADER = stringify([], { ...FORMAT, header: true });

/** Events as lines of the file; `details` are JSON. */
export const csvRows = (events: readonly AuditRecord[]): string => stringify([...events], FORMAT);

/** A cell that no spreadsheet computes: text that looks like a formula gets an apostrophe before it. */
function uncomputed(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
