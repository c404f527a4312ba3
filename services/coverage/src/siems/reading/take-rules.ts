import { BadRequestError } from '@tripline/service';
import { MOST_DOCUMENTS } from '../exports/divide-sigma.js';
import type {
  BadExport,
  BadExportReason,
  ExportFile,
  ImportWarning,
  RuleState,
  Unread,
} from '../exports/exported-rule.js';
import { noRule, onePage, tooManyRules } from '../exports/read-export.js';
import { LONGEST_RECORD, type RecordPiece } from '../exports/record-pieces.js';
import { TOO_LONG } from '../exports/text-pieces.js';
import { MOST_RULES, type SiemKind } from '../siem-kinds.js';
import { KeptText } from './kept-text.js';
import type { ReadSiemRule } from './read-rule.js';
import type { ReadPart, SiemTask, SiemTaskResult } from './siem-task.js';
import { storableRule } from './storable-rule.js';
import { GatheredUnread, type ToldUnread } from './told-unread.js';

/** What a file has. */
export interface ReadExport extends ToldUnread {
  readonly rules: readonly ReadSiemRule[];
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
export type Run = (task: SiemTask) => Promise<SiemTaskResult>;

type With<Key extends string, Result = SiemTaskResult> = Result extends Readonly<Record<Key, unknown>> ? Result : never;

/** A result of the kind that its task gives. @throws NotAnExportError where the task refused the file */
export function answerOf<Key extends string>(kind: SiemKind, result: SiemTaskResult, key: Key): With<Key> {
  if ('refused' in result) throw new NotAnExportError(kind, result.refused, result.reason);
  if (!(key in result)) throw new Error(`a task that gives ${key} gave something else`);
  return result as With<Key>;
}

/** Bytes of a file that may be read as one text. */
const READ_AT_ONCE = 4 * LONGEST_RECORD;

/** What is wrong with a file that is too long to be read as one text, if it is; in a form that could be divided its records are bounded instead. */
export const faultOfLength = ({ from, name, to }: { from: number; to: number; name: string }): Unread | undefined =>
  to - from <= READ_AT_ONCE
    ? undefined
    : {
        place: name,
        reason: `it is in no form that is read in parts, and has more than the ${READ_AT_ONCE / 1024 / 1024} MB that are read at once`,
      };

/** What is wrong with a long file of Sigma whose documents mean nothing apart. */
export const faultOfSigma = (place: string): Unread => ({
  place,
  reason: `it has more than 1 MB or ${MOST_DOCUMENTS.toLocaleString('en')} documents of Sigma, which are not read in parts, since filters or actions may say something of the others; send it as several files of an archive`,
});

/** Why a record of a list is not read whose brackets do not fit, so that where it ends is told by where the next begins. */
const BROKEN =
  'it is no JSON: a bracket, a quote or a comma in it is missing or too many; rules are read again from the next record on that begins as the first does';

/** A piece of a file, or what is wrong with a record that is too long or broken. @param list the name that the place of a record is told by */
export function pieceOf(name: string, piece: RecordPiece, list = 'record'): ExportFile | Unread {
  if ('text' in piece) return { name, ...piece };
  const [number, reason] = 'tooLong' in piece ? [piece.tooLong, TOO_LONG] : [piece.broken, BROKEN];
  const places = { lines: `${name}:${number + 1}`, list: `${name} ${list}[${number}]`, around: name };
  return { place: places[piece.form], reason };
}

const NO_PAGES: NonNullable<ReadPart['pages']> = { seen: 0, total: 0 };

/** The rules of all parts of a file. */
export class TakenRules {
  readonly #rules = new Map<string, ReadSiemRule>();
  readonly #unread = new GatheredUnread();
  readonly #text = new KeptText();
  /** One for each rule, also for those that did not come. */
  readonly #deployed = new Map<string, Partial<RuleState>>();
  readonly #warnings: ImportWarning[] = [];
  readonly #pages = { seen: 0, total: 0, further: 0 };
  /** Those that were read, of the same name too. */
  #read = 0;

  constructor(readonly kind: SiemKind) {}

  /** Of two rules that the product would know by the same name only the first can be kept. */
  add({ deployed = [], pages = NO_PAGES, rules, warnings = [], ...unread }: ReadPart): void {
    this.#unread.add(unread);
    for (const { key, state } of deployed) this.#deployed.set(key, state);
    for (const one of warnings) this.#warnings.push(one);
    this.#pages.seen += pages.seen;
    this.#pages.total = Math.max(this.#pages.total, pages.total);
    this.#pages.further += pages.further ?? 0;
    for (const rule of rules.map(storableRule)) {
      const first = this.#rules.get(rule.key);
      if (first === undefined) {
        this.#rules.set(rule.key, rule);
        this.#text.addRule(rule);
      } else {
        const reason = `its id ${rule.key.slice(0, 100)} is that of the rule at ${first.place}`;
        this.#unread.add({ unread: [{ place: rule.place, reason }] });
      }
    }
    this.#read += rules.length;
    this.refuseMoreThan(0);
    this.refuseTooMuch(this.#text);
  }

  /** @param found how many more are there to be read */
  refuseMoreThan(found: number): void {
    if (this.#read + found > MOST_RULES || this.#deployed.size > MOST_RULES) throw refusal(this.kind, tooManyRules());
  }

  refuseTooMuch(text: KeptText): void {
    if (text.fault !== undefined) throw refusal(this.kind, text.fault);
  }

  all(): ReadExport {
    if (this.#rules.size + this.#unread.total === 0) throw refusal(this.kind, noRule(this.kind));
    const { further, seen, total } = this.#pages;
    // Each page but the last names the next.
    const inAll = further === 0 ? total : further + 1;
    return {
      rules: [...this.#rules.values()].map((rule) => {
        const state = this.#deployed.get(rule.key);
        return state === undefined ? rule : { ...rule, state: { ...rule.state, ...state } };
      }),
      ...this.#unread.all,
      warnings: [...onePage(this.kind, seen, inAll), ...this.#warnings],
    };
  }
}

const refusal = (kind: SiemKind, { message, reason }: BadExport): NotAnExportError =>
  new NotAnExportError(kind, message, reason);
