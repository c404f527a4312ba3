import { DEPLOY_FORMATS, describedTarget, listStacks, TARGET_IDS, type TargetId, targetOfForm } from '@tripline/sigma';
import { readTargets } from '../targets.js';

/** Prints a list, one entry a line. Throws a `UsageError` for an unknown target. */
export function runList(what: 'targets' | 'stacks' | 'formats', target: string | undefined): void {
  const targets = target === undefined ? TARGET_IDS : readTargets([target]);
  const rows = {
    targets: () => targetRows(targets),
    stacks: () => targets.flatMap(stackRows),
    formats: () => formatRows(targets),
  };
  process.stdout.write(table(rows[what]()));
}

/** The targets, with a word at those that a command without targets leaves out. */
function targetRows(targets: readonly TargetId[]): string[][] {
  return targets.map((id) => {
    const { default: isDefault, language, product } = describedTarget(id);
    return [id, language, isDefault ? product : `${product} (by name)`];
  });
}

function stackRows(target: TargetId): string[][] {
  return listStacks(target).map((stack) => [
    target,
    stack.id,
    `${stack.title}${stack.default ? ' (the default)' : ''}`,
  ]);
}

/** The formats of `convert --format`: the general ones, then the forms of the targets and those of no target (AWS). */
function formatRows(targets: readonly TargetId[]): string[][] {
  const rows = [
    ['text', 'queries under a line with target, path and title (the default)'],
    ['json', 'one array of results, with notes and errors'],
    ['jsonl', 'one result a line, with notes and errors'],
    ['deploy', 'the form in which each target takes a whole rule'],
  ];
  for (const id of targets) {
    const { deployFormats, product } = describedTarget(id);
    for (const [form, what] of Object.entries(deployFormats)) rows.push([form, `${product}: ${what}`]);
  }
  const others = targets === TARGET_IDS ? DEPLOY_FORMATS.filter((form) => targetOfForm(form) === undefined) : [];
  return [...rows, ...others.map((form) => [form, 'AWS, from rules on CloudTrail events'])];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return `${rows.map((row) => line(row).trimEnd()).join('\n')}\n`;
}
