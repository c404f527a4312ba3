import { matchRule, parseSigma, type SigmaEvent, type SigmaRule } from '@tripline/sigma';
import type { Checks } from './fault.js';
import { fillSelection, type RowValues, type ThingValue } from './fill.js';
import type { Log, Row } from './log.js';
import type { Thing } from './vocabulary.js';

/** What a row is proven with. */
export interface Proof extends ThingValue {
  /** A value for each thing that the row has `with`. */
  readonly with: Readonly<Partial<Record<Thing, ThingValue>>>;
  /** Events that the filled row matches, with and without what narrows it. */
  readonly match: readonly SigmaEvent[];
  /** Events that it does not match: at least one holds the value, in another field or of another deed. */
  readonly noMatch: readonly SigmaEvent[];
}

/** The Sigma rule that a filled row makes for its log. Throws a `SigmaError` where the selection cannot be read. */
function ruleOf(log: Pick<Log, 'logsource'>, row: Row, values: RowValues): SigmaRule {
  const { documents } = parseSigma(
    JSON.stringify({
      title: row.title,
      logsource: log.logsource,
      detection: { selection: fillSelection(row, values), condition: 'selection' },
    }),
  );
  return documents[0] as SigmaRule;
}

/**
 * Proves a row: its rule matches the events of `match` and none of `no-match`; each thing that narrows it keeps the first event with the
 * proof's value, and loses it with another one; so does the row's own value.
 */
export function proveRow(log: Pick<Log, 'logsource'>, row: Row, proof: Proof, checks: Checks): void {
  const { match, noMatch, with: narrowing, ...own } = proof;
  const matches = (values: RowValues, event: SigmaEvent): boolean => matchRule(ruleOf(log, row, values), event).matched;
  for (const event of match) {
    if (!matches(own, event))
      checks.fail(`its rule does not match ${JSON.stringify(event)}`, 'Mend the selection or the event under match');
  }
  for (const event of noMatch) {
    if (matches(own, event))
      checks.fail(`its rule matches ${JSON.stringify(event)}`, 'Mend the selection or the event under no-match');
  }
  const [first = {}] = match;
  const other: ThingValue = { ...own, value: otherValue(own) };
  if (matches(other, first))
    checks.fail('its rule matches whatever the value is', 'Put the slot where the log holds the thing');
  for (const thing of Object.keys(row.with) as Thing[]) {
    const value = narrowing[thing];
    if (value === undefined)
      checks.fail(`has ${thing} to narrow it, and proof has no value for it`, `Add proof: { with: { ${thing}: … } }`);
    if (!matches({ ...own, with: { [thing]: value } }, first))
      checks.fail(
        `its rule with ${thing} ${JSON.stringify(value)} does not match ${JSON.stringify(first)}`,
        'Put the value into the first event of match',
      );
    if (matches({ ...own, with: { [thing]: { ...value, value: otherValue(value) } } }, first))
      checks.fail(`its rule matches whatever ${thing} is`, 'Put the slot where the log holds the thing');
  }
}

/** A value that no proof has, of the same kind. */
function otherValue({ value }: ThingValue): string | number {
  const text = String(value);
  if (text.includes('/') && text.split('/').length === 2 && !Number.isNaN(Number(text.split('/')[1])))
    return '192.0.2.128/32';
  return Number.isNaN(Number(text)) ? `${text}~other` : 65_533;
}
