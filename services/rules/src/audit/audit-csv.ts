import type { AuditRecord } from '@tripline/auth';

const COLUMNS = [
  ...['id', 'at', 'actorId', 'actorEmail', 'action', 'targetType', 'targetId'],
  ...['outcome', 'ip', 'userAgent', 'details'],
] as const satisfies readonly (keyof AuditRecord)[];

/**
 * What a spreadsheet would take for a formula, also behind white space and in the wide forms of East Asian keyboards (after OWASP, "CSV
 * Injection").
 */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/** The first line of the file. */
export const CSV_HEADER = csvLine(COLUMNS);

/** One event as a line of the file (RFC 4180); `details` are JSON. */
export function csvRow(event: AuditRecord): string {
  return csvLine(COLUMNS.map((column) => asText(event[column])));
}

function asText(value: AuditRecord[keyof AuditRecord]): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : value.toISOString();
}

/** A cell that no spreadsheet computes: what looks like a formula is led by an apostrophe. Quoted wherever a reader might split it. */
function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /^[\w.:@ /-]*$/.test(harmless) ? harmless : `"${harmless.replaceAll('"', '""')}"`;
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
