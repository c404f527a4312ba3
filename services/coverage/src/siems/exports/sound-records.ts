import type { ExportFile, ImportWarning, Unread } from './exported-rule.js';
import { JsonScan } from './json-scan.js';
import { parsedJson } from './json-values.js';

const COMMA = 44;

/** A piece of a list as pieces that are JSON, with what its other records are broken by. A piece that is whole stays as it is. */
export function soundRecords(file: ExportFile): {
  readonly files: readonly ExportFile[];
  readonly unread: readonly Unread[];
} {
  const { name, piece, text } = file;
  if (piece?.form !== 'list' || 'value' in parsedJson(text)) return { files: [file], unread: [] };
  // Around the records of a piece stand only the names that lead to its list.
  const begin = text.indexOf('[') + 1;
  const end = text.lastIndexOf(']');
  const files: ExportFile[] = [];
  const unread: Unread[] = [];
  let sound: string[] = [];
  const close = (next: number): void => {
    const first = next - sound.length;
    const records = `${text.slice(0, begin)}${sound.join(',')}${text.slice(end)}`;
    if (sound.length > 0) files.push({ name, text: records, piece: { form: 'list', first } });
    sound = [];
  };
  const records = recordsIn(text.slice(begin, end));
  for (const [index, record] of records.entries()) {
    const parsed = parsedJson(record);
    if ('value' in parsed) sound.push(record);
    else {
      close(piece.first + index);
      unread.push({ place: `${name} record[${piece.first + index}]`, reason: `it is no JSON: ${parsed.fault}` });
    }
  }
  close(piece.first + records.length);
  return { files, unread };
}

/** The records of a list, parted as `RecordPieces` parts them. */
function recordsIn(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const scan = new JsonScan(true);
  const records: string[] = [];
  let from = 0;
  for (const [at, byte] of bytes.entries()) {
    const isText = scan.isInText;
    scan.take(byte);
    if (isText || byte !== COMMA || scan.depth !== 0) continue;
    records.push(bytes.toString('utf8', from, at));
    from = at + 1;
  }
  return [...records, bytes.toString('utf8', from)];
}

/** Warns where what stands around a list is broken, such as in a file that ends before the list does. */
export const brokenOff = ({ name, piece, text }: ExportFile): readonly ImportWarning[] =>
  piece?.form === 'around' && 'fault' in parsedJson(text)
    ? [
        {
          kind: 'broken_off',
          text: `${name} breaks off, or is broken around its list. Rules that are missing count as gone: look whether the whole file was sent.`,
        },
      ]
    : [];
