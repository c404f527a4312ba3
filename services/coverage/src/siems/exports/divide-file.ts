import { setImmediate } from 'node:timers/promises';
import type { SiemKind } from '../siem-kinds.js';
import { asUtf8 } from './as-utf8.js';
import { type FileForm, formOf, type ListedForms } from './file-form.js';
import { type RecordPiece, RecordPieces } from './record-pieces.js';
import { type SharedBytes, shared } from './stored-files.js';

/**
 * The forms whose records mean the same in pieces: lists under a name, or lines. Those of Splunk need all macros and the names of all others
 * first, so that they are divided once the file is here.
 */
const DIVIDED: Readonly<Partial<Record<SiemKind, ListedForms>>> = {
  elastic: { lists: ['data'], lines: true },
  opensearch: { lists: ['hits.hits'], lines: true },
  sentinel: { lists: ['value', 'resources'], lines: false },
  google: { lists: ['rules', 'ruleDeployments'], lines: false },
  splunk: { lists: ['entry'], lines: false },
};

/** A file that has not shown its form by here, in bytes, has none that is known. */
const LOOK_BYTES = 1024 * 1024;
/** Bytes that are divided at a time, before others have their turn. */
const TURN_BYTES = 64 * 1024;

/**
 * Divides a file of JSON as it comes: NDJSON into lines, a list, or an object with a list, into records of the list, and at the end the
 * object around it with the list empty. Nothing is parsed, so what is broken in a piece is for its reader to find. Any other file is kept as it is.
 */
export async function* divideFile(
  kind: SiemKind,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<RecordPiece | { readonly stored: SharedBytes }> {
  const forms = kind === 'splunk' ? undefined : DIVIDED[kind];
  const held: Uint8Array[] = [];
  let form: FileForm | undefined = forms === undefined ? { form: 'whole' } : undefined;
  let pieces: RecordPieces | undefined;
  let heldBytes = 0;
  let lookAt = 1;
  for await (const chunk of asUtf8(chunks)) {
    if (pieces !== undefined) {
      yield* pieces.take(chunk);
      continue;
    }
    held.push(chunk);
    heldBytes += chunk.length;
    if (forms === undefined || form !== undefined || heldBytes < lookAt) continue;
    // Twice as much each time, so that a file that comes in small parts is not looked at for ever.
    lookAt = Math.min(2 * heldBytes, Math.max(LOOK_BYTES, heldBytes + 1));
    const begun = Buffer.concat(held.splice(0));
    held.push(begun);
    form = formBy(begun, forms);
    if (form === undefined || form.form === 'whole') continue;
    held.length = 0;
    pieces = new RecordPieces(form);
    yield* pieces.take(begun);
  }
  if (pieces !== undefined) yield* pieces.end();
  else yield { stored: shared(held) };
}

/** Divides a file that is here already, as {@link divideFile} does, and lets others have their turn; undefined for one in a form that has no records. */
export function divideBytes(kind: SiemKind, bytes: Uint8Array): AsyncIterable<RecordPiece> | undefined {
  const forms = DIVIDED[kind];
  const form = forms === undefined ? undefined : formBy(bytes.subarray(0, LOOK_BYTES), forms);
  return form === undefined || form.form === 'whole' ? undefined : piecesOf(form, bytes);
}

async function* piecesOf(form: Exclude<FileForm, { form: 'whole' }>, bytes: Uint8Array): AsyncGenerator<RecordPiece> {
  const pieces = new RecordPieces(form);
  let from = 0;
  // The first part has all that stands before a list.
  for (let to = form.form === 'list' ? form.from : 0; from < bytes.length; from = to) {
    to = Math.max(to, from + TURN_BYTES);
    yield* pieces.take(bytes.subarray(from, to));
    await setImmediate();
  }
  yield* pieces.end();
}

const [NEWLINE, OPEN] = [10, 123];

/** The form of a file by its beginning; undefined where it shows none yet. */
function formBy(begun: Uint8Array, forms: ListedForms): FileForm | undefined {
  const form = formOf(begun, forms);
  if (form !== undefined || begun.length < LOOK_BYTES) return form;
  // A line that is longer than a record may be.
  return { form: forms.lines && begun[0] === OPEN && !begun.includes(NEWLINE) ? 'lines' : 'whole' };
}
