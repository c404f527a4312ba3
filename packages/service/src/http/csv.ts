import { type Options, stringify } from 'csv-stringify/sync';
import type { Response } from 'express';

/**
 * Text that a spreadsheet would run as a formula, also after white space and in the wide forms of East Asian keyboards (after OWASP, "CSV
 * Injection").
 */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/** A row's value: lists are one cell, with a semicolon between their items. */
type CsvValue = string | number | boolean | Date | null | readonly string[] | object;

/** A file with these columns. */
export interface CsvFile<Column extends string> {
  /** The first line. */
  readonly header: string;
  /** Rows as lines of the file. */
  lines(rows: readonly Readonly<Record<Column, CsvValue>>[]): string;
}

/**
 * A CSV file after RFC 4180 with a first line of names. No cell is computed by a spreadsheet: text that looks like a formula is led by an
 * apostrophe. A cell is quoted wherever a reader might split it, also at semicolons.
 */
export function csvFile<const Column extends string>(columns: readonly Column[]): CsvFile<Column> {
  const format: Options = {
    columns: [...columns],
    record_delimiter: 'windows',
    quoted_match: /[^\w.:@ /-]/,
    cast: { string: uncomputed, date: (at) => at.toISOString(), boolean: String, object: cellOf },
  };
  return {
    header: stringify([], { ...format, header: true }),
    lines: (rows) => stringify([...rows], format),
  };
}

/** Says that the answer is a CSV file to be stored under a name of today's date. */
export function asCsv(res: Response, name: string): Response {
  const now = new Date().toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '');
  return res.attachment(`${name}-${now}Z.csv`).type('text/csv; charset=utf-8; header=present');
}

/** A cell that no spreadsheet computes: text that looks like a formula gets an apostrophe before it. */
function uncomputed(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

const cellOf = (value: object): string => uncomputed(Array.isArray(value) ? value.join('; ') : JSON.stringify(value));
