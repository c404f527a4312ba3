import { withSingleBlanks } from '../text/shape.js';

// Soft hyphens, zero-width characters, directional marks and byte-order marks: invisible characters that split words and indicators.
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here.
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: vertical tab and form feed end lines.
const LINE_END = /\r\n?|[\u2028\u2029\u000b\u000c]/g;
const ODD_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const NEEDS_CLEANING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: see CONTROL.
  /[\u0000-\u0008\u000b-\u001f\u007f\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u2069\u3000\ufeff\ufffe\uffff]/;

/**
 * The text without invisible and control characters, with every kind of space as a plain one and every line end as `\n`. Lines and runs of
 * blanks stay, since code needs them.
 */
export function cleanText(text: string): string {
  if (!NEEDS_CLEANING.test(text)) return text;
  return text.replace(LINE_END, '\n').replace(INVISIBLE, '').replace(CONTROL, '').replace(ODD_SPACE, ' ');
}

/** As one line: every run of white space becomes one blank, none at the ends. */
export function oneLine(text: string): string {
  return withSingleBlanks(cleanText(text)).trim();
}

/** Code with tabs kept, without blanks before line ends, and without blank lines at the ends or doubled inside. */
export function codeText(text: string): string {
  const lines = cleanText(text)
    .split('\n')
    .map((line) => line.trimEnd());
  const kept: string[] = [];
  for (const line of lines) {
    if (line !== '' || (kept.length > 0 && kept.at(-1) !== '')) kept.push(line);
  }
  while (kept.at(-1) === '') kept.pop();
  return kept.join('\n');
}
