import { AdvisoryError } from './error.js';

/**
 * How much of a document is read. Reading and drafting are linear in these, and each is sized so that what is within ends in about five
 * seconds on two ordinary cores. They are counted in what the document holds and never by the clock: the same document is refused everywhere
 * or nowhere.
 */
export const BUDGETS = {
  /** Of the file. The guarded fetcher and the upload route have the same. */
  bytes: 10 * 1024 * 1024,
  /** Of canonical text: ten times the longest report known to us. */
  characters: 2_000_000,
  /** Of HTML: more than any article has. Each costs some 200 bytes of memory. */
  elements: 300_000,
  /** Of a Word document or a list of indicators: a page of text has some hundreds. Nothing is kept of them. */
  xmlElements: 2_000_000,
  /** Of a mail and of the mails in it, counted when they are taken apart and when they are read; a long thread has some tens. */
  parts: 600,
  /** How deep parts of mails may hold parts and mails. */
  nesting: 16,
  /** Of a PDF: ten times those of the longest report known to us. */
  pages: 1500,
  /** Of a PDF's drawing; a page of dense text has some thousands. */
  operators: 1_000_000,
  /** Words and pieces of lines of a PDF; a page of dense text has some hundreds. */
  items: 600_000,
  /** Text, fonts and cross references of a PDF, text of Word documents; those of a long report take some megabytes. Pictures are never decompressed. */
  unpackedBytes: 64 * 1024 * 1024,
} as const;

const NAMES: Readonly<Record<keyof typeof BUDGETS, string>> = {
  bytes: 'bytes',
  characters: 'characters of text',
  elements: 'elements of HTML',
  xmlElements: 'elements of XML',
  parts: 'parts and attachments',
  nesting: 'parts within each other',
  pages: 'pages',
  operators: 'drawing operators',
  items: 'pieces of text',
  unpackedBytes: 'unpacked bytes of text and fonts',
};

/**
 * Refuses a document that holds more than its budget.
 * @throws AdvisoryError `TooLarge`, with the budget, the value and what to do
 */
export function refuseOver(budget: keyof typeof BUDGETS, value: number): void {
  const most = BUDGETS[budget];
  if (value <= most) return;
  throw new AdvisoryError(
    'TooLarge',
    `The document holds ${value} ${NAMES[budget]}; at most ${most} are read. Send a shorter part of it, or its parts one by one.`,
  );
}
