import { BadRequestError } from '@tripline/service';
import { TooCostlyError } from '../../detections/reader-threads.js';
import { divideBytes, divideFile } from '../exports/divide-file.js';
import type { BadExport, BadExportReason, ExportFile, ImportWarning, Unread } from '../exports/exported-rule.js';
import { noRule, onePage, tooManyRules } from '../exports/read-export.js';
import type { SharedBytes } from '../exports/unpack.js';
import { MOST_RULES, type SiemKind } from '../siem-kinds.js';
import type { ReadSiemRule } from './read-rule.js';
import type { ReadPart, SiemTask, SiemTaskResult } from './siem-task.js';
import { storableRule } from './storable-rule.js';
import { partOfTask, TooCostlyExportError } from './too-costly-export.js';

/** A file as it comes, or the files that a SIEM's own API gave. */
export type SentFile =
  | { readonly name: string; readonly chunks: AsyncIterable<Uint8Array> }
  | { readonly files: readonly ExportFile[] };

/** What a file has. */
export interface ReadExport {
  readonly rules: readonly ReadSiemRule[];
  readonly unread: readonly Unread[];
  readonly warnings: readonly ImportWarning[];
}

/** 400: a file that is no export of its kind. */
export class NotAnExportError extends BadRequestError {
  constructor(
    kind: SiemKind,
    readonly fault: string,
    readonly reason: BadExportReason,
  ) {
    super(`Invalid body: the file is no export of ${kind}: ${fault}.`);
  }
}

/** Runs a task in a worker thread. */
type Run = (task: SiemTask, moved?: readonly ArrayBuffer[]) => Promise<SiemTaskResult>;

/** Rules that one task reads, so that its limit on time is for a few hundred queries. */
const AT_ONCE = 250;

/** Reads what was sent in worker threads; a form that allows it piece by piece, as it comes. @throws NotAnExportError, TooCostlyExportError */
export async function readSent(runTask: Run, kind: SiemKind, sent: SentFile): Promise<ReadExport> {
  const run: Run = async (task, moved) => {
    try {
      return await runTask(task, moved);
    } catch (error) {
      throw error instanceof TooCostlyError ? new TooCostlyExportError(error, partOfTask(task)) : error;
    }
  };
  const taken = new TakenRules(kind);
  if ('files' in sent) await takeFiles(run, taken, { step: 'find', kind, files: sent.files });
  else {
    const { chunks, name } = sent;
    for await (const piece of divideFile(kind, chunks)) {
      if ('whole' in piece)
        await takeFiles(run, taken, { step: 'find', kind, bytes: piece.whole, name, only: null }, [piece.whole.buffer]);
      else if ('archive' in piece) await takeArchive(run, taken, kind, { bytes: piece.archive, name });
      else await takePiece(run, taken, kind, { name, ...piece });
    }
  }
  return taken.all();
}

/** Takes an archive part by part, so that no more of it is unpacked at a time; a file that is alone in it as if it had been sent by itself. */
async function takeArchive(run: Run, taken: TakenRules, kind: SiemKind, sent: { bytes: SharedBytes; name: string }) {
  const opened = await run({ step: 'open', ...sent });
  if ('refused' in opened) throw new NotAnExportError(kind, opened.refused, opened.reason);
  if (!('archive' in opened)) throw new Error('a task that opens an archive gave something else');
  const { bytes, name, parts } = opened.archive;
  const pieces = parts[0] === null ? divideBytes(kind, bytes) : undefined;
  if (pieces !== undefined) for (const piece of pieces) await takePiece(run, taken, kind, { name, ...piece });
  else for (const only of parts) await takeFiles(run, taken, { step: 'find', kind, bytes, name, only });
}

async function takePiece(run: Run, taken: TakenRules, kind: SiemKind, file: ExportFile): Promise<void> {
  taken.add(partOf(kind, await run({ step: 'piece', kind, file })));
}

async function takeFiles(
  run: Run,
  taken: TakenRules,
  task: SiemTask & { step: 'find' },
  moved: readonly ArrayBuffer[] = [],
) {
  const { kind } = task;
  const found = await run(task, moved);
  if ('refused' in found) throw new NotAnExportError(kind, found.refused, found.reason);
  if (!('content' in found)) throw new Error('a task that finds rules gave something else');
  const { knowledge = {}, pages, rules, unread, warnings = [] } = found.content;
  taken.add({ rules: [], unread, ...(pages === undefined ? {} : { pages }) }, warnings);
  taken.refuseMoreThan(rules.length);
  for (let at = 0; at < rules.length; at += AT_ONCE)
    taken.add(partOf(kind, await run({ step: 'read', rules: rules.slice(at, at + AT_ONCE), knowledge })));
}

function partOf(kind: SiemKind, part: SiemTaskResult): ReadPart {
  if ('refused' in part) throw new NotAnExportError(kind, part.refused, part.reason);
  if (!('rules' in part)) throw new Error('a task that reads rules gave something else');
  return part;
}

const NO_PAGES: NonNullable<ReadPart['pages']> = { seen: 0, total: 0 };

/** The rules of all parts of a file. */
class TakenRules {
  readonly #rules = new Map<string, ReadSiemRule>();
  readonly #unread: Unread[] = [];
  readonly #warnings: ImportWarning[] = [];
  readonly #pages = { seen: 0, total: 0, further: 0 };
  /** Those that were read, of the same name too. */
  #read = 0;

  constructor(private readonly kind: SiemKind) {}

  /** Of two rules that the product would know by the same name only the first can be kept. */
  add({ pages = NO_PAGES, rules, unread }: ReadPart, warnings: readonly ImportWarning[] = []): void {
    // More than a call takes arguments.
    for (const one of unread) this.#unread.push(one);
    this.#warnings.push(...warnings);
    this.#pages.seen += pages.seen;
    this.#pages.total = Math.max(this.#pages.total, pages.total);
    this.#pages.further += pages.further ?? 0;
    for (const rule of rules.map(storableRule)) {
      const first = this.#rules.get(rule.key);
      if (first === undefined) this.#rules.set(rule.key, rule);
      else {
        const reason = `its id ${rule.key.slice(0, 100)} is that of the rule at ${first.place}`;
        this.#unread.push({ place: rule.place, reason });
      }
    }
    this.#read += rules.length;
    this.refuseMoreThan(0);
  }

  /** @param found how many more are there to be read */
  refuseMoreThan(found: number): void {
    if (this.#read + found > MOST_RULES) throw refusal(this.kind, tooManyRules());
  }

  all(): ReadExport {
    if (this.#rules.size + this.#unread.length === 0) throw refusal(this.kind, noRule(this.kind));
    const { further, seen, total } = this.#pages;
    // Each page but the last names the next.
    const inAll = further === 0 ? total : further + 1;
    return {
      rules: [...this.#rules.values()],
      unread: this.#unread,
      warnings: [...onePage(this.kind, seen, inAll), ...this.#warnings],
    };
  }
}

const refusal = (kind: SiemKind, { message, reason }: BadExport): NotAnExportError =>
  new NotAnExportError(kind, message, reason);
