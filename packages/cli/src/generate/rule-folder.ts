import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedRule } from '@tripline/advisory';
import { describedTarget, type TargetId } from '@tripline/sigma';
import { UsageError } from '../exit.js';
import { systemFault } from '../system-fault.js';

/** The names of a rule's files in the folder. */
export interface RuleFiles {
  readonly rule: string;
  readonly conversions: Readonly<Partial<Record<TargetId, string>>>;
}

/** A folder that rules are written to. */
export interface RuleFolder {
  /** Writes a rule and its queries. The same rule goes to the same files. Throws a `UsageError` when it cannot. */
  write(rule: GeneratedRule): RuleFiles;
}

const SLUG_MAX = 60;

/** Opens the folder at a path; it is made when the first rule is written. */
export function openFolder(path: string): RuleFolder {
  const save = (name: string, text: string) => {
    const file = join(path, name);
    orUsageError(file, () => writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`));
    return name;
  };
  return {
    write(rule) {
      orUsageError(path, () => mkdirSync(path, { recursive: true }));
      const base = `${slugOf(rule.title)}-${rule.key.slice(0, 8)}`;
      const conversions = Object.entries(rule.conversions).map(([target, query]) => {
        const { extension } = describedTarget(target as TargetId);
        return [target, save(`${base}.${target}.${extension}`, query)] as const;
      });
      return { rule: save(`${base}.yml`, rule.yaml), conversions: Object.fromEntries(conversions) };
    },
  };
}

/** The words of a title as part of a file name that every file system allows. */
function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, SLUG_MAX);
  return (words.endsWith('-') ? words.slice(0, -1) : words) || 'rule';
}

function orUsageError<Result>(path: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${systemFault(error)}`);
  }
}
