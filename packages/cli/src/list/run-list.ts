import { DEPLOY_FORMATS, listStacks, TARGET_IDS, type TargetId } from '@tripline/sigma';
import { readData } from '../data.js';
import { readTargets } from '../targets.js';

/** A target as `data/targets.json` describes it. */
interface TargetFacts {
  readonly language: string;
  readonly product: string;
  /** Its deployable forms, with what each is. */
  readonly forms: Readonly<Record<string, string>>;
}

/** Prints a list, one entry a line. Throws a `UsageError` for an unknown target. */
export function runList(what: 'targets' | 'stacks' | 'formats', target: string | undefined): void {
  const targets = readTargets(target === undefined ? [] : [target]);
  if (what === 'stacks') {
    process.stdout.write(table(targets.flatMap(stackRows)));
    return;
  }
  const facts = readData<Readonly<Record<TargetId, TargetFacts>>>('targets.json');
  process.stdout.write(table(what === 'targets' ? targetRows(targets, facts) : formatRows(targets, facts)));
}

function targetRows(targets: readonly TargetId[], facts: Readonly<Record<TargetId, TargetFacts>>): string[][] {
  return targets.map((id) => [id, facts[id].language, facts[id].product]);
}

function stackRows(target: TargetId): string[][] {
  return listStacks(target).map((stack) => [
    target,
    stack.id,
    `${stack.title}${stack.default ? ' (the default)' : ''}`,
  ]);
}

/** The formats of `convert --format`: the general ones, then the forms of the targets and those of no target (AWS). */
function formatRows(targets: readonly TargetId[], facts: Readonly<Record<TargetId, TargetFacts>>): string[][] {
  const rows = [
    ['text', 'queries under a line with target, path and title (the default)'],
    ['json', 'one array of results, with notes and errors'],
    ['jsonl', 'one result a line, with notes and errors'],
    ['deploy', 'the form in which each target takes a whole rule'],
  ];
  const seen = new Set<string>();
  for (const id of targets) {
    for (const [form, what] of Object.entries(facts[id].forms)) {
      seen.add(form);
      rows.push([form, `${facts[id].product}: ${what}`]);
    }
  }
  const others = targets === TARGET_IDS ? DEPLOY_FORMATS.filter((form) => !seen.has(form)) : [];
  return [...rows, ...others.map((form) => [form, 'AWS, from rules on CloudTrail events'])];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return `${rows.map((row) => line(row).trimEnd()).join('\n')}\n`;
}
