import type { Severity } from '@tripline/sigma';
import type { FileFindings } from './file-findings.js';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};

/** Findings as a SARIF 2.1.0 log (OASIS), the format of code-scanning services. Paths are relative URIs as given. */
export function renderSarif(files: readonly FileFindings[]): object {
  const codes = [...new Set(files.flatMap(({ findings }) => findings.map(({ code }) => code)))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'tripline check', rules: codes.map((id) => ({ id })) } },
        results: files.flatMap(({ path, findings }) =>
          findings.map(({ code, severity, message, line, column }) => ({
            ruleId: code,
            ruleIndex: codes.indexOf(code),
            level: LEVELS[severity],
            message: { text: message },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: encodeURI(path) },
                  ...(line === undefined ? {} : { region: { startLine: line, startColumn: column ?? 1 } }),
                },
              },
            ],
          })),
        ),
      },
    ],
  };
}
