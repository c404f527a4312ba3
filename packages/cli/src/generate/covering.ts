import {
  findCovering,
  type GeneratedRule,
  type GenerationResult,
  readStandingRules,
  type StandingRules,
} from '@tripline/advisory';
import { UsageError } from '../exit.js';
import { readRuleFiles } from '../rule-files.js';

/** A rule of the folder that covers a drafted one. */
interface CoveringFile {
  readonly path: string;
  readonly title: string;
  /** How many of the drafted rule's events it matches: `3 of 3`. */
  readonly events: string;
}

/** A drafted rule that was left out. */
interface CoveredRule extends Pick<GeneratedRule, 'key' | 'title' | 'level' | 'platform' | 'log' | 'techniques'> {
  readonly coveredBy: readonly CoveringFile[];
}

/** A result whose rules were compared with those that are there. */
export interface ComparedResult extends Omit<GenerationResult, 'rules' | 'quoted'> {
  readonly rules: readonly (GeneratedRule & { readonly coveredBy?: readonly CoveringFile[] })[];
  /** With `--skip-covered`: the rules that were left out. */
  readonly covered?: readonly CoveredRule[];
}

/** Compares results with the rules that are there. */
type Compare = (result: GenerationResult) => ComparedResult;

/**
 * Reads the rules of `--against`; the comparison leaves covered rules out where it skips. Throws a `UsageError` for a path that cannot be read, and
 * where there is something to skip and nothing to compare with.
 */
export function readAgainst(paths: readonly string[], skips: boolean): Compare {
  if (paths.length === 0) {
    if (skips) throw new UsageError('--skip-covered needs --against PATH, the rules that are there already');
    return ({ quoted: _lines, ...result }) => result;
  }
  const files = [...readRuleFiles(paths)];
  const standing = readStandingRules(files.map(({ path, text }) => ({ id: path, yaml: text })));
  return (result) => compared(result, standing, skips);
}

/** A result whose rules say what covers them; the files that an earlier run wrote for its own rules cover none of them. */
export function compared(
  { quoted, ...result }: GenerationResult,
  standing: StandingRules,
  skips: boolean,
): ComparedResult {
  const own = result.rules.map(({ key, tests, yaml }) => ({ key, yaml, tests, lines: quoted[key] ?? [] }));
  const covering = findCovering(own, standing, new Set(own.map(({ key }) => key.toLowerCase())));
  const rules = result.rules.map((rule) => ({
    ...rule,
    coveredBy: (covering.get(rule.key) ?? []).map(({ events, id, title }) => ({ path: id, title, events })),
  }));
  if (!skips) return { ...result, rules };
  const covered = rules
    .filter(({ coveredBy }) => coveredBy.length > 0)
    .map(({ coveredBy, key, level, log, platform, techniques, title }) => ({
      key,
      title,
      level,
      platform,
      log,
      techniques,
      coveredBy,
    }));
  const left = rules.filter(({ coveredBy }) => coveredBy.length === 0);
  const reason =
    left.length === 0 && covered.length > 0
      ? `${covered.length === 1 ? 'The one rule that it gave is' : `All ${covered.length} rules that it gave are`} covered by rules that are there already.`
      : result.reason;
  return { ...result, rules: left, reason, covered };
}
