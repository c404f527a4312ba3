import { checkSigmaTexts, type Finding, type Severity } from '@tripline/sigma';
import { counted } from '../counted.js';
import { EXIT } from '../exit.js';
import { openOutput } from '../output.js';
import { readRuleFiles } from '../rule-files.js';
import type { CheckCommandOptions } from './check-options.js';
import type { FileFindings } from './file-findings.js';
import { knownTechnique } from './known-technique.js';
import { renderSarif } from './sarif.js';

const RANKS: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Checks all files of the paths and prints the findings; gives the exit code. Throws a `UsageError` for paths that cannot be read. */
export function runCheck(paths: readonly string[], options: CheckCommandOptions): number {
  const texts = Array.from(readRuleFiles(paths, options.filePattern), ({ path, text }) => ({ name: path, text }));
  const findings = checkSigmaTexts(texts, { knownTechnique, placeholders: options.placeholder });
  const excluded = new Set(options.exclude);
  const files = texts.map(({ name }, index): FileFindings => {
    return { path: name, findings: (findings[index] ?? []).filter(({ code }) => !excluded.has(code)) };
  });
  const output = openOutput(options.output);
  output.write(render(files, options.format));
  output.end();
  const isFailure = ({ severity }: Finding) => RANKS[severity] >= RANKS[options.failOn];
  return files.some(({ findings }) => findings.some(isFailure)) ? EXIT.faults : EXIT.ok;
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
