import { ApiError } from '../api/api-error.js';
import type { Rules } from '../api/clients.js';
import type { Problem } from '../ui/code-editor.js';

/** What the service says is wrong with a text that it was sent in a field, at the lines that it names; none for what is not the text's fault. */
export function problemsOf(error: unknown, field = 'yaml'): Problem[] {
  if (!(error instanceof ApiError) || error.status !== 400) return [];
  const details = error.details.filter(({ path }) => path === field || path.startsWith(`${field}.`));
  return details.map(({ message }) => {
    const [, line, column, words] = /^line (\d+)(?:, column (\d+))?: (.*)$/s.exec(message) ?? [];
    return line === undefined
      ? { line: undefined, message, severity: 'error' as const }
      : { line: Number(line), column: Number(column ?? 1), message: words ?? message, severity: 'error' as const };
  });
}

/** A finding of the linter, or why a document is no rule, at its line. */
export const problemOf = ({ column, line, message, severity }: Rules['Issue']): Problem => ({
  line,
  column,
  message,
  severity: severity === 'error' ? 'error' : 'warning',
});
