import { TooCostlyError } from '../../detections/reader-threads.js';
import { divideBytes, divideFile } from '../exports/divide-file.js';
import { hasManyDocuments } from '../exports/divide-sigma.js';
import type { ExportContent, ExportFile } from '../exports/exported-rule.js';
import { LONGEST_RECORD, PIECE_BYTES, PIECE_RECORDS } from '../exports/record-pieces.js';
import { inARow, type StoredFile, type StoredFiles, shared } from '../exports/stored-files.js';
import { inGroups } from '../exports/unpack.js';
import type { SiemKind } from '../siem-kinds.js';
import {
  answerOf,
  faultOfLength,
  faultOfSigma,
  NotAnExportError,
  pieceOf,
  type ReadExport,
  type Run,
  TakenRules,
} from './take-rules.js';
import { takeSplunk } from './take-splunk.js';
import { partOfTask, TooCostlyExportError } from './too-costly-export.js';

/** A file as it comes, or the files that a SIEM's own API gave. */
export type SentFile =
  | { readonly name: string; readonly chunks: AsyncIterable<Uint8Array> }
  | { readonly files: readonly ExportFile[] };

/** Reads what was sent in worker threads; a form that allows it piece by piece, as it comes. @throws NotAnExportError, TooCostlyExportError */
export async function readSent(runTask: Run, kind: SiemKind, sent: SentFile): Promise<ReadExport> {
  const run: Run = async (task) => {
    try {
      return await runTask(task);
    } catch (error) {
      throw error instanceof TooCostlyError ? new TooCostlyExportError(error, partOfTask(task)) : error;
    }
  };
  const taken = new TakenRules(kind);
  if ('files' in sent) await takeStored(run, taken, storedFiles(sent.files));
  else {
    const { chunks, name } = sent;
    for await (const piece of divideFile(kind, chunks)) {
      if (!('stored' in piece)) await takePiece(run, taken, pieceOf(name, piece));
      else {
        const { opened } = answerOf(kind, await run({ step: 'open', bytes: piece.stored, name }), 'opened');
        await takeStored(run, taken, opened);
      }
    }
  }
  return taken.all();
}

/** Texts as files in shared memory. */
function storedFiles(files: readonly ExportFile[]): StoredFiles {
  const texts = files.map(({ name, text }) => [name, Buffer.from(text)] as const);
  const places = inARow(texts.map(([name, { length }]) => [name, length]));
  return { bytes: shared(texts.map(([, bytes]) => bytes)), files: places };
}

/** Takes files group by group, and those that are larger in parts, so that no more of them is text at a time. */
async function takeStored(run: Run, taken: TakenRules, stored: StoredFiles): Promise<void> {
  if (taken.kind === 'splunk') return takeSplunk(run, taken, stored);
  for (const group of inGroups(stored.files)) {
    const isByItself = (file: StoredFile): boolean => stored.files.length === 1 || isLarge(taken.kind, stored, file);
    for (const file of group) if (isByItself(file)) await takeLarge(run, taken, stored, file);
    const others = group.filter((file) => !isByItself(file));
    if (others.length > 0) await takeFiles(run, taken, stored, others);
  }
}

/** Whether a file is longer than one text is that a task reads. */
const isLarge = (kind: SiemKind, { bytes }: StoredFiles, file: StoredFile): boolean =>
  file.to - file.from > LONGEST_RECORD || (kind === 'sigma' && hasManyDocuments(bytes, file));

/** Takes a file that is large or alone, by its records or its texts where its form has such. */
async function takeLarge(run: Run, taken: TakenRules, stored: StoredFiles, file: StoredFile): Promise<void> {
  const { bytes, files } = stored;
  const { kind } = taken;
  const pieces = divideBytes(kind, bytes.subarray(file.from, file.to));
  if (pieces !== undefined) {
    for await (const piece of pieces) await takePiece(run, taken, pieceOf(file.name, piece));
    return;
  }
  const isInParts = isLarge(kind, stored, file);
  if (isInParts && (await takeTexts(run, taken, stored, file))) return;
  const isSigma = kind === 'sigma' || (kind === 'opensearch' && /\.ya?ml$/i.test(file.name));
  const fault = isInParts && isSigma ? faultOfSigma(file.name) : faultOfLength(file);
  if (fault === undefined) return takeFiles(run, taken, stored, [file]);
  if (files.length === 1) throw new NotAnExportError(kind, fault.reason, 'broken');
  taken.add({ rules: [], unread: [fault] });
}

/** Takes a file with many texts in a row. @returns false for any other, or one whose texts mean nothing apart */
async function takeTexts(
  run: Run,
  taken: TakenRules,
  { bytes, files }: StoredFiles,
  file: StoredFile,
): Promise<boolean> {
  const { kind } = taken;
  const { name } = file;
  const isAlone = files.length === 1;
  if (kind !== 'sigma' && kind !== 'google') return false;
  if (!isAlone && !(kind === 'sigma' ? /\.ya?ml$/i : /\.(?:yaral|txt)$/i).test(name)) return true;
  const { divided } = answerOf(kind, await run({ step: 'divide', kind, bytes, file, isAlone }), 'divided');
  if (divided === undefined) return false;
  taken.add({ rules: [], unread: divided.unread });
  for (const texts of divided.pieces) {
    taken.refuseMoreThan(0);
    taken.add(answerOf(kind, await run({ step: 'texts', kind, bytes, name, texts }), 'rules'));
  }
  return true;
}

async function takePiece(run: Run, taken: TakenRules, piece: ReturnType<typeof pieceOf>): Promise<void> {
  const { kind } = taken;
  if ('reason' in piece) taken.add({ rules: [], unread: [piece] });
  else taken.add(answerOf(kind, await run({ step: 'piece', kind, file: piece }), 'rules'));
}

async function takeFiles(
  run: Run,
  taken: TakenRules,
  { bytes, files: all }: StoredFiles,
  files: readonly StoredFile[],
): Promise<void> {
  const { kind } = taken;
  const isAlone = all.length === 1;
  const { content } = answerOf(kind, await run({ step: 'find', kind, bytes, files, isAlone }), 'content');
  const { deployed, pages, rules, unread, unreadTotal, warnings } = content;
  taken.add({
    rules: [],
    unread,
    unreadTotal,
    ...(pages === undefined ? {} : { pages }),
    ...(warnings === undefined ? {} : { warnings }),
    ...(deployed === undefined ? {} : { deployed }),
  });
  taken.refuseMoreThan(rules.length);
  for (const part of portionsOf(rules))
    taken.add(answerOf(kind, await run({ step: 'read', rules: part, knowledge: {} }), 'rules'));
}

/** Rules in portions that one task reads within its time. */
function portionsOf(rules: ExportContent['rules']): readonly ExportContent['rules'][] {
  const portions: ExportContent['rules'][number][][] = [];
  let length = 0;
  for (const rule of rules) {
    const last = portions.at(-1);
    const own = 'query' in rule ? rule.query.length : rule.text.length;
    length += own;
    if (last !== undefined && last.length < PIECE_RECORDS && length <= PIECE_BYTES) last.push(rule);
    else {
      portions.push([rule]);
      length = own;
    }
  }
  return portions;
}
