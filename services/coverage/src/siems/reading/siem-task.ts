import type { QueryMacro } from '@tripline/sigma';
import {
  BadExport,
  type ExportContent,
  type ExportedRule,
  type ExportFile,
  type SigmaFile,
  type Unread,
} from '../exports/exported-rule.js';
import { readExport } from '../exports/read-export.js';
import { unpack } from '../exports/unpack.js';
import type { SiemKind } from '../siem-kinds.js';
import { type Drift, findDrift, identify, type RuleIdentity, type TracedRule } from './find-drift.js';
import { type AskedRule, findOverlap, type Overlap, type StandingRule } from './find-overlap.js';
import { type ReadSiemRule, readExportedRule, readSigmaFile } from './read-rule.js';

/** What a worker thread does: finding the rules of a file, reading some of them, or comparing rules with those that are there, by their events or as what they were made from. */
export type SiemTask =
  | { readonly step: 'find'; readonly kind: SiemKind; readonly bytes: Uint8Array; readonly name: string }
  | { readonly step: 'find'; readonly kind: SiemKind; readonly files: readonly ExportFile[] }
  | {
      readonly step: 'read';
      readonly rules: readonly (ExportedRule | SigmaFile)[];
      readonly macros: Readonly<Record<string, QueryMacro>>;
    }
  | { readonly step: 'compare'; readonly asked: readonly AskedRule[]; readonly standing: readonly StandingRule[] }
  | { readonly step: 'identify'; readonly texts: readonly string[] }
  | { readonly step: 'differ'; readonly sigma: string; readonly traced: readonly TracedRule[] };

/** The result of a task. */
export type SiemTaskResult =
  | { readonly content: ExportContent }
  | Overlap
  | { readonly identities: readonly (readonly RuleIdentity[])[] }
  | { readonly drifts: readonly Drift[] }
  | { readonly rules: readonly ReadSiemRule[]; readonly unread: readonly Unread[] };

/** Does a task. It runs in a worker thread, because a hostile text can be slow to read. */
export function doSiemTask(task: SiemTask): SiemTaskResult {
  if (task.step === 'compare') return findOverlap(task.asked, task.standing);
  if (task.step === 'identify') return identify(task.texts);
  if (task.step === 'differ') return { drifts: findDrift(task.sigma, task.traced) };
  if (task.step === 'find') {
    try {
      return { content: readExport(task.kind, 'files' in task ? task.files : unpack(task.bytes, task.name)) };
    } catch (error) {
      if (error instanceof BadExport) return { fault: error.message };
      throw error;
    }
  }
  const rules: ReadSiemRule[] = [];
  const unread: Unread[] = [];
  for (const rule of task.rules) {
    if ('query' in rule) {
      rules.push(readExportedRule(rule, task.macros));
      continue;
    }
    const file = readSigmaFile(rule);
    rules.push(...file.rules);
    unread.push(...file.unread);
  }
  return { rules, unread };
}
