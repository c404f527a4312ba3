import { isBlank, JsonScan } from './json-scan.js';

/** Names of lists that a product's JSON has its records under, with those of the objects around them (`hits.hits`), and whether it has a form with one on each line. */
export interface ListedForms {
  readonly lists: readonly string[];
  readonly lines: boolean;
}

/** How records stand in a file: on lines, in the list that begins `from` an offset, or in no way that it could be divided by. */
export type FileForm =
  | { readonly form: 'lines' }
  | { readonly form: 'list'; readonly key: string; readonly from: number }
  | { readonly form: 'whole' };

const [NEWLINE, OPEN_LIST, OPEN] = [10, 91, 123];
const WHOLE: FileForm = { form: 'whole' };

/** What the beginning of a file shows of its form; undefined where it shows nothing yet. */
export function formOf(bytes: Uint8Array, forms: ListedForms): FileForm | undefined {
  const begin = bytes.findIndex((byte) => !isBlank(byte));
  if (begin < 0) return undefined;
  if (bytes[begin] === OPEN) return formOfObject(bytes, begin, forms);
  if (bytes[begin] !== OPEN_LIST) return WHOLE;
  // TOML begins with a bracket too.
  const next = bytes.subarray(begin + 1).find((byte) => !isBlank(byte));
  if (next === undefined) return undefined;
  return next === OPEN ? { form: 'list', key: '', from: begin + 1 } : WHOLE;
}

/** An object with a list that is known, or one that is a line of its own. */
function formOfObject(bytes: Uint8Array, begin: number, { lines, lists }: ListedForms): FileForm | undefined {
  const scan = new JsonScan();
  let textFrom = 0;
  /** The last text at each depth. */
  const last: string[] = [];
  for (let at = begin; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    const wasInText = scan.isInText;
    scan.take(byte);
    if (scan.isInText !== wasInText) {
      if (scan.isInText) textFrom = at + 1;
      else if (scan.depth <= DEEPEST)
        last[scan.depth] = latin(bytes.subarray(textFrom, Math.min(at, textFrom + LONGEST)));
    } else if (!wasInText && byte === OPEN_LIST && scan.depth <= DEEPEST + 1) {
      const key = last.slice(1, scan.depth).join('.');
      if (lists.includes(key)) return { form: 'list', key, from: at + 1 };
    }
    if (scan.depth === 0) {
      const rest = bytes.subarray(at + 1).find((one) => one === NEWLINE || !isBlank(one));
      if (rest === undefined) return undefined;
      return lines && rest === NEWLINE && !bytes.subarray(begin, at).includes(NEWLINE) ? { form: 'lines' } : WHOLE;
    }
  }
  return undefined;
}

/** How deep the objects of a known list stand, and characters of the longest of their names. */
const DEEPEST = 2;
const LONGEST = 20;

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
