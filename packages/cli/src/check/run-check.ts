import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { applyFixes, checkSigmaTexts, type Finding, type Severity } from '@tripline/sigma';
import { counted } from '../counted.js';
import { EXIT, UsageError } from '../exit.js';
import { openOutput } from '../output.js';
import { readRuleFiles, STDIN } from '../rule-files.js';
import { systemFault } from '../system-fault.js';
import type { CheckCommandOptions } from './check-options.js';
import type { FileFindings } from './file-findings.js';
import { knownTechnique } from './known-technique.js';
import { renderSarif } from './sarif.js';

/** A rule text with its path. */
interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** How often a file is checked anew after fixes: each error that keeps a document from being read hides what is behind it. */
const FIX_ROUNDS = 5;

const RANKS: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Checks all files of the paths and prints the findings; gives the exit code. Throws a `UsageError` for paths that cannot be read. */
export function runCheck(paths: readonly string[], options: CheckCommandOptions): number {
  if (options.fix && paths.includes(STDIN)) throw new UsageError('--fix writes into files; standard input is none');
  let texts: readonly NamedText[] = Array.from(readRuleFiles(paths, options.filePattern), ({ path, text }) => ({
    name: path,
    text,
  }));
  let files = findingsIn(texts, options);
  if (options.fix) {
    texts = fixAll(texts, options);
    files = findingsIn(texts, options);
  }
  const output = openOutput(options.output);
  output.write(render(files, options.format));
  output.end();
  const isFailure = ({ severity }: Finding) => RANKS[severity] >= RANKS[options.failOn];
  return files.some(({ findings }) => findings.some(isFailure)) ? EXIT.faults : EXIT.ok;
}

function findingsIn(texts: readonly NamedText[], options: CheckCommandOptions): readonly FileFindings[] {
  const { placeholder: placeholders, strict } = options;
  const findings = checkSigmaTexts(texts, { knownTechnique, placeholders, strict });
  const excluded = new Set(options.exclude);
  return texts.map(({ name }, index): FileFindings => {
    return { path: name, findings: (findings[index] ?? []).filter(({ code }) => !excluded.has(code)) };
  });
}

/** Fixes what is plain, writes the files that it makes better, and says how many fixes each got. */
function fixAll(texts: readonly NamedText[], options: CheckCommandOptions): NamedText[] {
  const counts = texts.map(() => 0);
  let better = [...texts];
  // A document that could not be read as a rule shows its other findings only once that is fixed.
  for (let round = 0; round < FIX_ROUNDS; round += 1) {
    const findings = findingsIn(better, options);
    const applied = better.map(({ text }, index) => applyFixes(text, findings[index]?.findings ?? []));
    if (applied.every(({ fixed }) => fixed === 0)) break;
    better = better.map(({ name }, index) => ({ name, text: applied[index]?.text ?? '' }));
    for (const [index, { fixed }] of applied.entries()) counts[index] = (counts[index] ?? 0) + fixed;
  }
  for (const [index, { name, text }] of better.entries()) {
    if (text === texts[index]?.text) continue;
    writeWhole(name, text);
    process.stderr.write(`${name}: ${counted(counts[index] ?? 0, 'fix', 'fixes')}\n`);
  }
  return better;
}

/** Writes beside the file first, so that one that cannot be written stays as it was. */
function writeWhole(path: string, text: string): void {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text, { mode: statSync(path).mode });
    renameSync(beside, realpathSync(path));
  } catch (error) {
    rmSync(beside, { force: true });
    throw new UsageError(`cannot write ${path}: ${systemFault(error)}`);
  }
}

function render(files: readonly FileFindings[], format: CheckCommandOptions['format']): string {
  if (format === 'sarif') return `${JSON.stringify(renderSarif(files), null, 2)}\n`;
  if (format === 'json') {
    const rows = files.flatMap(({ path, findings }) => findings.map((finding) => ({ file: path, ...finding })));
    return `${JSON.stringify(rows, null, 2)}\n`;
  }
  const lines = files.flatMap(({ path, findings }) =>
    findings.map(
      ({ line = 1, column = 1, severity, code, message }) =>
        `${path}:${line}:${column}: ${severity} ${code}: ${message}`,
    ),
  );
  const count = (severity: Severity) =>
    files.reduce((sum, { findings }) => sum + findings.filter((found) => found.severity === severity).length, 0);
  const summary = `${counted(files.length, 'file')}: ${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}, ${counted(count('info'), 'remark')}`;
  return `${[...lines, summary].join('\n')}\n`;
}
