import type { SiemKind } from '../siem-kinds.js';
import type { ExportFile } from './exported-rule.js';
import { type FileForm, formOf, type ListedForms } from './file-form.js';
import { RecordPieces } from './record-pieces.js';
import { isArchive, type SharedBytes, shared } from './unpack.js';

/** A file as a whole, an archive, or some of a file's records as text that is JSON of its own. */
export type FilePiece =
  | { readonly whole: Uint8Array<ArrayBuffer> }
  | { readonly archive: SharedBytes }
  | Pick<ExportFile, 'text' | 'piece'>;

/**
 * The forms whose records mean the same in pieces: lists under a name, or lines. Splunk's searches need all macros and the names of all
 * others first, and documents of Sigma in one file may need each other.
 */
const DIVIDED: Readonly<Partial<Record<SiemKind, ListedForms>>> = {
  elastic: { lists: ['data'], lines: true },
  opensearch: { lists: [], lines: true },
  sentinel: { lists: ['value', 'resources'], lines: false },
  google: { lists: ['rules'], lines: false },
};

/** A file that has not shown its form by here, in bytes, is taken as a whole. */
const LOOK_BYTES = 64 * 1024;

/**
 * Divides a file of JSON as it comes: NDJSON into lines, a list, or an object with a list, into records of the list, and at the end the
 * object around it with the list empty. Nothing is parsed, so what is broken in a piece is for its reader to find. Any other file is whole.
 */
export async function* divideFile(kind: SiemKind, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FilePiece> {
  const forms = DIVIDED[kind];
  const held: Uint8Array[] = [];
  let form: FileForm | undefined = forms === undefined ? { form: 'whole' } : undefined;
  let pieces: RecordPieces | undefined;
  for await (const chunk of chunks) {
    if (pieces !== undefined) {
      yield* pieces.take(chunk);
      continue;
    }
    held.push(chunk);
    if (forms === undefined || form !== undefined) continue;
    const begun = joined(held);
    held.push(begun);
    form = formOf(begun, forms) ?? (begun.length >= LOOK_BYTES ? { form: 'whole' } : undefined);
    if (form === undefined || form.form === 'whole') continue;
    held.length = 0;
    pieces = new RecordPieces(form);
    yield* pieces.take(begun);
  }
  if (pieces !== undefined) yield* pieces.end();
  // Files of an archive mean the same apart, but those of an app of Splunk.
  else if (kind !== 'splunk' && isArchive(beginning(held))) yield { archive: shared(held) };
  else yield { whole: joined(held) };
}

/** Divides a file that is here already, as {@link divideFile} does; undefined for one that is taken as a whole. */
export function divideBytes(
  kind: SiemKind,
  bytes: Uint8Array,
): Iterable<Pick<ExportFile, 'text' | 'piece'>> | undefined {
  const forms = DIVIDED[kind];
  const form = forms === undefined ? undefined : formOf(bytes.subarray(0, LOOK_BYTES), forms);
  return form === undefined || form.form === 'whole' ? undefined : piecesOf(new RecordPieces(form), bytes);
}

function* piecesOf(pieces: RecordPieces, bytes: Uint8Array) {
  yield* pieces.take(bytes);
  yield* pieces.end();
}

/** A tar shows what it is within its first block, other archives with their first bytes. */
const BLOCK_BYTES = 512;

/** As much of the beginning as shows whether it is an archive. */
function beginning(parts: readonly Uint8Array[]): Uint8Array {
  let begun: Uint8Array = new Uint8Array();
  for (const part of parts) {
    if (begun.length >= BLOCK_BYTES) break;
    begun = Buffer.concat([begun, part.subarray(0, BLOCK_BYTES)]);
  }
  return begun;
}

/** The bytes of parts, which are let go. */
function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts.splice(0)) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
