import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { matchRule, type SigmaEvent } from '@tripline/sigma';
import { NAMED_THINGS, type ProvenRow, type Thing, type ThingValue } from '@tripline/telemetry';
import fc from 'fast-check';
import {
  expectAnyValueFound,
  expectConverted,
  held,
  heldInProof,
  holds,
  type Row,
  replaced,
  rows,
  ruleOf,
  twoValues,
} from './support/row-probes.js';

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
  });

  it.each(firstOfThings())('$log.id/$row.thing: $id converts to every target', expectConverted);

  it.each(firstOfThings())(
    '$log.id/$row.thing: $id matches its value, whatever it is, and no other',
    expectAnyValueFound,
  );

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

/** The first row of each log for each kind of thing; rows.long.test.ts tries all. */
function firstOfThings(): readonly Row[] {
  const first = new Map<string, Row>();
  for (const entry of rows)
    if (!first.has(`${entry.log.id} ${entry.row.thing}`)) first.set(`${entry.log.id} ${entry.row.thing}`, entry);
  return [...first.values()];
}

/** Each thing that narrows rows of a log, by each template, with the first row that has it. */
function narrowers(): readonly { log: string; thing: Thing; template: string; entry: Row }[] {
  const first = new Map<string, { log: string; thing: Thing; template: string; entry: Row }>();
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
function replacedField({ row, proof }: Row, thing: Thing, given: ThingValue, value: string | number): SigmaEvent {
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
