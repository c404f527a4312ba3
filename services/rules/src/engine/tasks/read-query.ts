import { type Logsource, type QueryLanguage, type QueryMacro, readQuery } from '@tripline/sigma';
import type { PlacedIssue } from '../../openapi/shared-fields.js';
import { proveSigma } from './prove-sigma.js';
import type { ProvenRule } from './proven-rule.js';
import { toIssue } from './sigma-text.js';

/** A query from a caller. */
export interface BroughtQuery {
  readonly query: string;
  readonly language: QueryLanguage;
  readonly title?: string;
  readonly logsource?: Logsource;
  readonly macros?: Readonly<Record<string, QueryMacro>>;
  readonly partial?: boolean;
  /** Seconds. */
  readonly window?: number;
}

/** A query as a proven rule, with the differences, or why no rule can express it. */
export type QueryOutcome =
  | { readonly ok: true; readonly rules: readonly ProvenRule[]; readonly notes: readonly PlacedIssue[] }
  | { readonly ok: false; readonly faults: readonly PlacedIssue[] };

/** Notes on parts that are not in a rule are informative; differences of the rule are warnings. */
const INFORMATIVE: ReadonlySet<string> = new Set(['search_settings', 'presentation']);

/** Reads a query, proves the rule and converts it to all targets. */
export function readBroughtQuery({
  query,
  language,
  title,
  logsource,
  macros,
  partial,
  window,
}: BroughtQuery): QueryOutcome {
  const reading = readQuery(query, language, {
    ...(title === undefined ? {} : { title }),
    ...(logsource === undefined ? {} : { logsource }),
    ...(macros === undefined ? {} : { macros }),
    ...(partial === undefined ? {} : { partial }),
    ...(window === undefined ? {} : { window }),
  });
  if (!reading.ok) return { ok: false, faults: [toIssue(reading.error)] };
  const { rules, refused } = proveSigma(reading.yaml);
  if (refused.length > 0) return { ok: false, faults: refused.map(({ error }) => error) };
  return {
    ok: true,
    rules,
    notes: [
      ...reading.unread.map(({ text, why, line, column }) => ({
        code: 'not_read',
        message: `${why}; the rule leaves out ${text}`,
        line,
        column,
        severity: 'warning' as const,
      })),
      ...reading.notes.map((note) => ({
        ...note,
        severity: INFORMATIVE.has(note.code) ? ('info' as const) : ('warning' as const),
      })),
    ],
  };
}
