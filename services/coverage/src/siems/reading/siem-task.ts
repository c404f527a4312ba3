import { type ConfPlaces, placesInConf } from '../exports/conf-file.js';
import { divideSigma } from '../exports/divide-sigma.js';
import { divideYaral } from '../exports/divide-yaral.js';
import {
  BadExport,
  type BadExportReason,
  type ExportContent,
  type ExportedRule,
  type ExportFile,
  type ImportWarning,
  type SearchKnowledge,
  type SigmaFile,
  type Unread,
} from '../exports/exported-rule.js';
import { readExport } from '../exports/read-export.js';
import { brokenOff, soundRecords } from '../exports/sound-records.js';
import { rowsOf } from '../exports/splunk-knowledge.js';
import { contentOfPart, lookAtPart, type SplunkPart, type SplunkSeen } from '../exports/splunk-parts.js';
import {
  asTexts,
  type Range,
  type SharedBytes,
  type StoredFile,
  type StoredFiles,
  textAt,
} from '../exports/stored-files.js';
import type { TextPieces, TextPlace } from '../exports/text-pieces.js';
import { openSent } from '../exports/unpack.js';
import type { SiemKind } from '../siem-kinds.js';
import { type Drift, findDrift, identify, type TextIdentities, type TracedRule } from './find-drift.js';
import { type AskedRule, findOverlap, type Overlap, type StandingRule } from './find-overlap.js';
import { KeptText } from './kept-text.js';
import { type ReadSiemRule, readExportedRule, readSigmaFile } from './read-rule.js';
import { type ToldUnread, toldOf } from './told-unread.js';

/**
 * What a worker thread does: unpacking what was sent, finding the rules of some files, reading some of them, both of a piece of a file, dividing a
 * file of text, looking at or reading a part of an export of Splunk, or comparing rules with those that are there, by their events or as what they were
 * made from.
 */
export type SiemTask =
  | { readonly step: 'open'; readonly bytes: SharedBytes; readonly name: string }
  | {
      readonly step: 'find';
      readonly kind: SiemKind;
      readonly bytes: SharedBytes;
      readonly files: readonly StoredFile[];
      readonly isAlone: boolean;
    }
  | {
      readonly step: 'read';
      readonly rules: readonly (ExportedRule | SigmaFile)[];
      readonly knowledge: SearchKnowledge;
    }
  | { readonly step: 'piece'; readonly kind: SiemKind; readonly file: ExportFile }
  | {
      readonly step: 'divide';
      readonly kind: 'google' | 'sigma';
      readonly bytes: SharedBytes;
      readonly file: StoredFile;
      readonly isAlone: boolean;
    }
  | {
      readonly step: 'texts';
      readonly kind: 'google' | 'sigma';
      readonly bytes: SharedBytes;
      readonly name: string;
      readonly texts: readonly TextPlace[];
    }
  | { readonly step: 'stanzas'; readonly bytes: SharedBytes; readonly name: string; readonly files: readonly Range[] }
  | { readonly step: 'look'; readonly bytes: SharedBytes; readonly part: SplunkPart }
  | {
      readonly step: 'searches';
      readonly bytes: SharedBytes;
      readonly part: SplunkPart;
      readonly knowledge: SearchKnowledge;
    }
  | { readonly step: 'tables'; readonly bytes: SharedBytes; readonly tables: ReadonlyMap<string, StoredFile> }
  | { readonly step: 'compare'; readonly asked: readonly AskedRule[]; readonly standing: readonly StandingRule[] }
  | { readonly step: 'identify'; readonly texts: readonly string[] }
  | { readonly step: 'differ'; readonly sigma: string; readonly traced: readonly TracedRule[] };

/** The result of a task. */
export type SiemTaskResult =
  | { readonly opened: StoredFiles }
  | { readonly divided: TextPieces }
  | { readonly places: ConfPlaces }
  | { readonly seen: SplunkSeen }
  | { readonly lists: NonNullable<SearchKnowledge['lists']> }
  | { readonly content: ExportContent & ToldUnread }
  | { readonly refused: string; readonly reason: BadExportReason }
  | Overlap
  | { readonly identities: readonly TextIdentities[] }
  | { readonly drifts: readonly Drift[] }
  | ReadPart;

/** Some rules of a file, read. */
export interface ReadPart {
  readonly rules: readonly ReadSiemRule[];
  readonly unread: readonly Unread[];
  /** How much is not read, where only the first is in `unread`. */
  readonly unreadTotal?: number;
  readonly pages?: ExportContent['pages'];
  readonly warnings?: readonly ImportWarning[];
  readonly deployed?: ExportContent['deployed'];
}

/** Does a task. It runs in a worker thread, because a hostile text can be slow to read. */
export function doSiemTask(task: SiemTask): SiemTaskResult {
  try {
    const result = resultOf(task);
    return 'rules' in result ? { ...result, ...toldOf(result.unread) } : result;
  } catch (error) {
    if (error instanceof BadExport) return { refused: error.message, reason: error.reason };
    throw error;
  }
}

function resultOf(task: SiemTask): SiemTaskResult {
  switch (task.step) {
    case 'open':
      return { opened: openSent(task.bytes, task.name) };
    case 'find': {
      const content = readExport(task.kind, asTexts(task.bytes, task.files, task.isAlone));
      return { content: { ...content, ...toldOf(content.unread) } };
    }
    case 'read':
      return readRulesOf(task.rules, task.knowledge);
    case 'piece':
      return readPiece(task.kind, task.file);
    case 'divide': {
      const { bytes, file, isAlone, kind } = task;
      return { divided: kind === 'sigma' ? divideSigma(bytes, file, isAlone) : divideYaral(bytes, file) };
    }
    case 'texts':
      return readTexts(task);
    case 'stanzas':
      return { places: placesInConf(task.bytes, task.files) };
    case 'look': {
      const seen = lookAtPart(task.bytes, task.part);
      const text = new KeptText();
      for (const { definition } of Object.values(seen.macros)) text.add(definition);
      text.refuseTooMuch();
      return { seen };
    }
    case 'searches': {
      const { rules, unread } = contentOfPart(task.bytes, task.part);
      const warnings = task.part.role === 'rest' ? brokenOff(task.part.file) : [];
      return { rules: readRulesOf(rules, task.knowledge).rules, unread, warnings };
    }
    case 'tables':
      return { lists: tablesAt(task.bytes, task.tables) };
    case 'compare':
      return findOverlap(task.asked, task.standing);
    case 'identify':
      return identify(task.texts);
    case 'differ':
      return { drifts: findDrift(task.sigma, task.traced) };
  }
}

function readTexts({ bytes, kind, name, texts }: SiemTask & { step: 'texts' }): ReadPart {
  const written = texts.map(({ at, before, numbers = [] }) => ({
    before,
    text: at.map((one) => textAt(bytes, one)).join(''),
    places: numbers.map((number) => `${name}#${number + 1}`),
  }));
  const parts =
    kind === 'sigma'
      ? [
          readRulesOf(
            written.map(({ before, places, text }) => ({ place: `${name}#${before + 1}`, text, places })),
            {},
          ),
        ]
      : written.map(({ before, text }) => readPiece(kind, { name, text, piece: { form: 'text', first: before } }));
  return { rules: parts.flatMap(({ rules }) => rules), unread: parts.flatMap(({ unread }) => unread) };
}

function tablesAt(bytes: SharedBytes, tables: ReadonlyMap<string, StoredFile>): NonNullable<SearchKnowledge['lists']> {
  const lists = Object.create(null) as Record<string, { rows: NonNullable<ReturnType<typeof rowsOf>> }>;
  for (const [name, file] of tables) {
    const rows = rowsOf(textAt(bytes, file));
    if (rows !== undefined) lists[name] = { rows };
  }
  return lists;
}

function readPiece(kind: SiemKind, file: ExportFile): ReadPart {
  const { files, unread: broken } = soundRecords(file);
  const { deployed, knowledge = {}, pages, rules, unread } = readExport(kind, files);
  const read = readRulesOf(rules, knowledge);
  return {
    rules: read.rules,
    unread: [...broken, ...unread, ...read.unread],
    ...(pages === undefined ? {} : { pages }),
    ...(deployed === undefined ? {} : { deployed }),
    warnings: brokenOff(file),
  };
}

function readRulesOf(found: readonly (ExportedRule | SigmaFile)[], knowledge: SearchKnowledge): ReadPart {
  const rules: ReadSiemRule[] = [];
  const unread: Unread[] = [];
  // Counted here already: a thread has what rules share once, and whoever gets them has it with each.
  const text = new KeptText();
  const add = (rule: ReadSiemRule): void => {
    text.addRule(rule);
    text.refuseTooMuch();
    rules.push(rule);
  };
  for (const rule of found) {
    if ('query' in rule) {
      add(readExportedRule(rule, knowledge));
      continue;
    }
    const file = readSigmaFile(rule);
    for (const one of file.rules) add(one);
    // More than a call takes arguments.
    for (const one of file.unread) unread.push(one);
  }
  return { rules, unread };
}
