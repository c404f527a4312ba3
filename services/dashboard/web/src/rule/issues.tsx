import './rule-texts.css';
import type { RefObject } from 'react';
import type { Rules } from '../api/clients.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';

const KINDS = { error: 'bad', warning: 'warn', info: 'info' } as const;

/** What a check found in a text; a line's number leads to it in the field. */
export const Issues = ({
  issues,
  field,
}: {
  issues: readonly Rules['Issue'][];
  field: RefObject<HTMLTextAreaElement | null>;
}) => (
  <section aria-label="What the check says" aria-live="polite">
    {issues.length === 0 ? (
      <p className="dim">The check finds nothing wrong.</p>
    ) : (
      <ul className="rule-issues">
        {issues.map(({ code, column, line, message, severity }) => (
          <li key={[code, line, column, message].join(' ')}>
            <Badge kind={KINDS[severity]}>{severity}</Badge>{' '}
            {line !== undefined && (
              <Button kind="quiet" onPress={() => goTo(field.current, line)}>
                line {line}
              </Button>
            )}{' '}
            {message}
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** Selects a line of a text field, counted from 1. */
function goTo(field: HTMLTextAreaElement | null, line: number): void {
  if (field === null) return;
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
