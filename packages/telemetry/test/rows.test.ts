import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
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
  NAMED_THINGS,
  NUMBER_THINGS,
  type ProvenRow,
  type RowValues,
  readLog,
  type Thing,
  type ThingValue,
} from '@tripline/telemetry';
import fc from 'fast-check';
import { logFiles } from './support/log-files.js';

const proven = logFiles().map(readLog);
const rows = proven.flatMap(({ log, rows: ofLog }) => ofLog.map((row) => ({ id: row.row.id, log, ...row })));

/** A rule of a filled row, through the doors that rules go through. */
function collectionOf({ log, row }: (typeof rows)[number], values: RowValues): SigmaCollection {
  return parseSigma(
    JSON.stringify({
      title: row.title,
      logsource: log.logsource,
      detection: { selection: fillSelection(row, values), condition: 'selection' },
    }),
  );
}

function ruleOf(entry: (typeof rows)[number], values: RowValues): SigmaRule {
  return collectionOf(entry, values).documents[0] as SigmaRule;
}

/** An event in which one text stands for another wherever it is. */
function replaced(event: SigmaEvent, from: string, to: string | number): SigmaEvent {
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
const holds = (event: unknown, text: string): boolean =>
  typeof event === 'object' && event !== null
    ? Object.values(event).some((value) => holds(value, text))
    : folded(String(event)).includes(folded(text));

/** A value for a kind of thing, and another of which neither holds the other in any letter case. */
function twoValues(thing: Thing): fc.Arbitrary<readonly [string | number, string | number]> {
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
const held = (template: object | undefined, value: string | number): string | number =>
  asksForRange(template) ? String(value).replace('0.0/16', '7.7') : value;

const asksForRange = (template: object | undefined): boolean =>
  Object.keys(template ?? {}).some((key) => key.endsWith('|cidr'));

/** Where the event of a proof holds its value: for a range, the address in it. */
const heldInProof = (template: object | undefined, value: ThingValue['value'], event: SigmaEvent): string => {
  const text = String(value);
  if (!asksForRange(template)) return text;
  const prefix = text.slice(0, text.indexOf('.0') + 1);
  return String(Object.values(event).find((one) => String(one).startsWith(prefix)));
};

describe('the table of logs', () => {
  it('is compiled: data/logs.json is, byte for byte, what the files make', () => {
    const program = fileURLToPath(new URL('../logs/build.mjs', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [program, '--check'], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  describe.each(rows)('$id', (entry) => {
    const { row, proof } = entry as ProvenRow;
    const { match, noMatch, with: narrowing, ...own } = proof;

    it('matches its own events and not the others', () => {
      const rule = ruleOf(entry, own);
      expect(match.map((event) => matchRule(rule, event).matched)).toEqual(match.map(() => true));
      expect(noMatch.length).toBeGreaterThan(0);
      expect(noMatch.map((event) => matchRule(rule, event).matched)).toEqual(noMatch.map(() => false));
    });

    it('matches with all that narrows it at once', () => {
      const filled = Object.fromEntries(
        Object.keys(row.with).map((thing) => [thing, narrowing[thing as Thing] as ThingValue]),
      );
      expect(matchRule(ruleOf(entry, { ...own, with: filled }), match[0] as SigmaEvent).matched).toBe(true);
    });

    it('converts to every target', () => {
      const collection = collectionOf(entry, own);
      const refused = TARGET_IDS.map((target) => convert(collection.documents[0] as SigmaRule, collection, target));
      expect(refused.filter(({ ok }) => !ok)).toEqual([]);
    });

    it('matches an event that holds the value, whatever the value is, and none that holds another', () => {
      const text = heldInProof(row.selection, own.value, match[0] as SigmaEvent);
      const run = fc.property(twoValues(row.thing), ([value, other]) => {
        const rule = ruleOf(entry, { ...own, value });
        expect(matchRule(rule, replaced(match[0] as SigmaEvent, text, held(row.selection, value))).matched).toBe(true);
        const without = replaced(match[0] as SigmaEvent, text, held(row.selection, other));
        fc.pre(typeof value === 'number' || !holds(without, value));
        expect(matchRule(rule, without).matched).toBe(false);
      });
      fc.assert(run, { numRuns: 8 });
    });
  });

  // A template that rows of a log share is tried once; each row is proven with it where it is compiled.
  it.each(narrowers())('$log is narrowed by $thing with $template, whatever its value is', ({ entry, thing }) => {
    const { proof } = entry;
    const { match: _, noMatch: _no, with: narrowing, ...own } = proof;
    const given = narrowing[thing] as ThingValue;
    const run = fc.property(twoValues(thing), ([value, other]) => {
      const rule = ruleOf(entry, { ...own, with: { [thing]: { ...given, value } } });
      const event = (one: string | number): SigmaEvent => replacedField(entry, thing, given, one);
      expect(matchRule(rule, event(value)).matched).toBe(true);
      fc.pre(typeof value === 'number' || !holds(event(other), value));
      expect(matchRule(rule, event(other)).matched).toBe(false);
    });
    fc.assert(run, { numRuns: 30 });
  });
});

/** Each thing that narrows rows of a log, by each template, with the first row that has it. */
function narrowers(): readonly { log: string; thing: Thing; template: string; entry: (typeof rows)[number] }[] {
  const first = new Map<string, { log: string; thing: Thing; template: string; entry: (typeof rows)[number] }>();
  for (const entry of rows) {
    for (const [thing, made] of Object.entries(entry.row.with) as [Thing, object][]) {
      const template = JSON.stringify(made);
      const key = `${entry.log.id} ${thing} ${template}`;
      if (!first.has(key)) first.set(key, { log: entry.log.id, thing, template, entry });
    }
  }
  return [...first.values()];
}

/** The first event of a proof, whose fields that a narrowing thing asks for hold another value. */
function replacedField(
  { row, proof }: (typeof rows)[number],
  thing: Thing,
  given: ThingValue,
  value: string | number,
): SigmaEvent {
  const [event = {}] = proof.match;
  const asked = Object.keys(row.with[thing] ?? {}).map((key) =>
    (key.split('|')[0] ?? '').replaceAll('{name}', given.name ?? '').replaceAll('[]', ''),
  );
  const parts = Object.entries(event).filter(([key]) =>
    asked.some((field) => field === key || field.startsWith(`${key}.`)),
  );
  const text = heldInProof(row.with[thing], given.value, event);
  return { ...event, ...replaced(Object.fromEntries(parts), text, held(row.with[thing], value)) };
}

it('names things of two parts by their part that has a name', () => {
  expect(rows.filter(({ row }) => NAMED_THINGS.has(row.thing)).every(({ proof }) => proof.name !== undefined)).toBe(
    true,
  );
});
