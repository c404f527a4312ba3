import {
  convert,
  matchRule,
  parseSigma,
  type SigmaCollection,
  type SigmaEvent,
  type SigmaRule,
  TARGET_IDS,
} from '@tripline/sigma';
import {
  fillSelection,
  NUMBER_THINGS,
  type ProvenRow,
  type RowValues,
  readLog,
  type Thing,
  type ThingValue,
} from '@tripline/telemetry';
import fc from 'fast-check';
import { logFiles } from './log-files.js';

const proven = logFiles().map(readLog);

/** Every row of every log, with its proof. */
export const rows = proven.flatMap(({ log, rows: ofLog }) => ofLog.map((row) => ({ id: row.row.id, log, ...row })));

/** A row with its log and its proof. */
export type Row = (typeof rows)[number];

/** A rule of a filled row, through the doors that rules go through. */
function collectionOf({ log, row }: Row, values: RowValues): SigmaCollection {
  return parseSigma(
    JSON.stringify({
      title: row.title,
      logsource: log.logsource,
      detection: { selection: fillSelection(row, values), condition: 'selection' },
    }),
  );
}

/** The one rule of a filled row. */
export function ruleOf(entry: Row, values: RowValues): SigmaRule {
  return collectionOf(entry, values).documents[0] as SigmaRule;
}

/** An event in which one text stands for another wherever it is. */
export function replaced(event: SigmaEvent, from: string, to: string | number): SigmaEvent {
  const swap = (value: unknown): unknown => {
    if (String(value) === from && typeof value !== 'object') return to;
    if (typeof value === 'string') return value.replaceAll(from, String(to));
    if (Array.isArray(value)) return value.map(swap);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, swap(one)]));
    return value;
  };
  return swap(event) as SigmaEvent;
}

/** Values as pages have them, and such that Sigma reads as something else. */
const anyText = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 40 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc
      .array(fc.constantFrom('*', '?', '\\', '"', "'", '{value}', '{name}', '|', '%', 'ä', '漢', 'x'), {
        minLength: 1,
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  )
  .filter((text) => text.trim() !== '');

const folded = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();

/** Whether a text stands anywhere in an event. */
export const holds = (event: unknown, text: string): boolean =>
  typeof event === 'object' && event !== null
    ? Object.values(event).some((value) => holds(value, text))
    : folded(String(event)).includes(folded(text));

/** A value for a kind of thing, and another of which neither holds the other in any letter case. */
export function twoValues(thing: Thing): fc.Arbitrary<readonly [string | number, string | number]> {
  if (NUMBER_THINGS.has(thing)) return fc.tuple(fc.nat(60_000), fc.nat(60_000)).filter(([a, b]) => a !== b);
  if (thing === 'ip-range')
    return fc
      .tuple(fc.integer({ min: 1, max: 254 }), fc.integer({ min: 1, max: 254 }))
      .filter(([a, b]) => a !== b)
      .map(([a, b]) => [`10.${a}.0.0/16`, `10.${b}.0.0/16`]);
  return fc
    .tuple(anyText, anyText)
    .filter(([a, b]) => !folded(a).includes(folded(b)) && !folded(b).includes(folded(a)));
}

/** What an event holds of a value: where a template asks for a range, an address in it. */
export const held = (template: object | undefined, value: string | number): string | number =>
  asksForRange(template) ? String(value).replace('0.0/16', '7.7') : value;

const asksForRange = (template: object | undefined): boolean =>
  Object.keys(template ?? {}).some((key) => key.endsWith('|cidr'));

/** Where the event of a proof holds its value: for a range, the address in it. */
export const heldInProof = (template: object | undefined, value: ThingValue['value'], event: SigmaEvent): string => {
  const text = String(value);
  if (!asksForRange(template)) return text;
  const prefix = text.slice(0, text.indexOf('.0') + 1);
  return String(Object.values(event).find((one) => String(one).startsWith(prefix)));
};

/** That the rule of a row, with its proof's values, converts to every target. */
export function expectConverted(entry: Row): void {
  const { match: _match, noMatch: _noMatch, with: _with, ...own } = (entry as ProvenRow).proof;
  const collection = collectionOf(entry, own);
  const refused = TARGET_IDS.map((target) => convert(collection.documents[0] as SigmaRule, collection, target));
  expect(refused.filter(({ ok }) => !ok)).toEqual([]);
}

/** Tries that the rule of a row matches an event that holds the value, whatever the value is, and none that holds another. */
export function expectAnyValueFound(entry: Row): void {
  const { row, proof } = entry as ProvenRow;
  const { match, noMatch: _no, with: _with, ...own } = proof;
  const text = heldInProof(row.selection, own.value, match[0] as SigmaEvent);
  const run = fc.property(twoValues(row.thing), ([value, other]) => {
    const rule = ruleOf(entry, { ...own, value });
    expect(matchRule(rule, replaced(match[0] as SigmaEvent, text, held(row.selection, value))).matched).toBe(true);
    const without = replaced(match[0] as SigmaEvent, text, held(row.selection, other));
    fc.pre(typeof value === 'number' || !holds(without, value));
    expect(matchRule(rule, without).matched).toBe(false);
  });
  fc.assert(run, { numRuns: 8 });
}
