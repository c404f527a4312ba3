import {
  BadExport,
  type BadExportReason,
  type ExportContent,
  type ExportedRule,
  type ExportFile,
  type SearchKnowledge,
  type SigmaFile,
  type Unread,
} from '../exports/exported-rule.js';
import { readExport } from '../exports/read-export.js';
import { type Archive, openArchive, type SharedBytes, unpack } from '../exports/unpack.js';
import type { SiemKind } from '../siem-kinds.js';
import { type Drift, findDrift, identify, type RuleIdentity, type TracedRule } from './find-drift.js';
import { type AskedRule, findOverlap, type Overlap, type StandingRule } from './find-overlap.js';
import { type ReadSiemRule, readExportedRule, readSigmaFile } from './read-rule.js';

/** What a worker thread does: looking into an archive, finding the rules of a file or of some of an archive's, reading some of them, both of a piece of a file, or comparing rules with those that are there, by their events or as what they were made from. */
export type SiemTask =
  | { readonly step: 'open'; readonly bytes: SharedBytes; readonly name: string }
  | {
      readonly step: 'find';
      readonly kind: SiemKind;
      readonly bytes: Uint8Array;
      readonly name: string;
      readonly only: readonly string[] | null;
    }
  | { readonly step: 'find'; readonly kind: SiemKind; readonly files: readonly ExportFile[] }
  | {
      readonly step: 'read';
      readonly rules: readonly (ExportedRule | SigmaFile)[];
      readonly knowledge: SearchKnowledge;
    }
  | { readonly step: 'piece'; readonly kind: SiemKind; readonly file: ExportFile }
  | { readonly step: 'compare'; readonly asked: readonly AskedRule[]; readonly standing: readonly StandingRule[] }
  | { readonly step: 'identify'; readonly texts: readonly string[] }
  | { readonly step: 'differ'; readonly sigma: string; readonly traced: readonly TracedRule[] };

/** The result of a task. */
export type SiemTaskResult =
  | { readonly archive: Archive }
  | { readonly content: ExportContent }
  | { readonly refused: string; readonly reason: BadExportReason }
  | Overlap
  | { readonly identities: readonly (readonly RuleIdentity[])[] }
  | { readonly drifts: readonly Drift[] }
  | ReadPart;

/** Some rules of a file, read. */
export interface ReadPart {
  readonly rules: readonly ReadSiemRule[];
  readonly unread: readonly Unread[];
  readonly pages?: ExportContent['pages'];
}

/** Does a task. It runs in a worker thread, because a hostile text can be slow to read. */
export function doSiemTask(task: SiemTask): SiemTaskResult {
  if (task.step === 'compare') return findOverlap(task.asked, task.standing);
  if (task.step === 'identify') return identify(task.texts);
  if (task.step === 'differ') return { drifts: findDrift(task.sigma, task.traced) };
  try {
    if (task.step === 'piece') return readPiece(task.kind, task.file);
    if (task.step === 'open') return { archive: openArchive(task.bytes, task.name) };
    if (task.step === 'find') return { content: readExport(task.kind, filesOf(task)) };
  } catch (error) {
    if (error instanceof BadExport) return { refused: error.message, reason: error.reason };
    throw error;
  }
  return readRulesOf(task.rules, task.knowledge);
}

const filesOf = (task: SiemTask & { step: 'find' }): readonly ExportFile[] =>
  'files' in task ? task.files : unpack(task.bytes, task.name, task.only);

function readPiece(kind: SiemKind, file: ExportFile): ReadPart {
  const { knowledge = {}, pages, rules, unread } = readExport(kind, [file]);
  const read = readRulesOf(rules, knowledge);
  return { rules: read.rules, unread: [...unread, ...read.unread], ...(pages === undefined ? {} : { pages }) };
}

function readRulesOf(found: readonly (ExportedRule | SigmaFile)[], knowledge: SearchKnowledge): ReadPart {
  const rules: ReadSiemRule[] = [];
  const unread: Unread[] = [];
  for (const rule of found) {
    if ('query' in rule) {
      rules.push(readExportedRule(rule, knowledge));
      continue;
    }
    const file = readSigmaFile(rule);
    // More than a call takes arguments.
    for (const one of file.rules) rules.push(one);
    for (const one of file.unread) unread.push(one);
  }
  return { rules, unread };
}
