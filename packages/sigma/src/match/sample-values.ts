import type { TimePart, ValueTest } from '../model/condition.js';
import { ANY, ONE, type Pattern } from '../model/pattern.js';
import { timePart } from './event-time.js';
import { regexSamples } from './sample-regex.js';

/** The candidate that leaves the field out. */
export const ABSENT = Symbol('absent');

/** Values for a field without requirements. */
const OTHERS = ['something-else', 'zq7', 0, -1, true, false, '203.0.113.7', '2001:db8:ffff::7', '2026-03-04T05:06:07Z'];
const DAY_MS = 86_400_000;

/**
 * Values of a field that satisfy `must` and none of `mustNot`, most natural first; the caller tries them. Without `must` the first
 * candidate leaves the field out, unless it must be `present`.
 */
export function* valueCandidates(
  must: readonly ValueTest[],
  mustNot: readonly ValueTest[],
  present: boolean,
): Generator<unknown> {
  if (must.length === 0 && !present) yield ABSENT;
  const each = must.map((test) => [...satisfying(test)]);
  yield* joinedTexts(must, each);
  for (const values of each) yield* values;
  yield* timesOf(must);
  if (must.every(({ op }) => op === 'exists' || op === 'null')) {
    for (const test of mustNot) yield* beside(test);
    yield* OTHERS;
  }
  // Several values in one field, where no single value satisfies everything.
  const firsts = each.map(([first]) => first);
  if (must.length > 1 && firsts.every((value) => value !== undefined && value !== ABSENT)) yield firsts;
}

/** Values that satisfy one test. */
function* satisfying(test: ValueTest): Generator<unknown> {
  switch (test.op) {
    case 'string':
      yield* patternTexts(test.pattern);
      break;
    case 'number':
    case 'boolean':
      yield test.value;
      break;
    case 'null':
      yield* [ABSENT, null];
      break;
    case 'exists':
      if (!test.value) yield ABSENT;
      break;
    case 'compare':
      yield* [test.value, test.value + 1, test.value - 1, test.value + 0.5, test.value - 0.5];
      break;
    case 'regex':
      yield* regexSamples(test.source, test.flags);
      break;
    case 'cidr':
      yield* addressesIn(test.network, test.version, test.prefix);
      break;
    case 'fieldref':
    case 'time':
    case 'placeholder':
      // The first needs the other field, the second is assembled from all its parts, the third cannot be satisfied.
      break;
  }
}

/** Texts that match a pattern: first with `*` filled as in a log, then plainly, then so that they differ. */
function* patternTexts(pattern: Pattern): Generator<string> {
  const { parts } = pattern;
  for (const fill of [naturalFill, () => '', () => 'x1', () => 'zq7 ']) {
    yield parts
      .map((part, at) => (part === ANY ? fill(parts[at - 1], parts[at + 1]) : part === ONE ? 'x' : part))
      .join('');
  }
}

/** A likely text for a `*` between its neighbours: a folder before a file name, a name after a folder. */
function naturalFill(before: unknown, after: unknown): string {
  if (before === undefined && typeof after === 'string') {
    if (after.startsWith('\\')) return 'C:\\Temp';
    if (after.startsWith('/')) return '/opt';
    if (after.startsWith('.') || after.startsWith('@')) return 'name';
  }
  if (after === undefined && typeof before === 'string') return '\\/.@=:-'.includes(before.at(-1) ?? ' ') ? 'name' : '';
  return typeof before === 'string' && typeof after === 'string' ? ' ' : '';
}

/** Texts for several tests at once: some at the start, some anywhere, some at the end. */
function* joinedTexts(must: readonly ValueTest[], each: readonly (readonly unknown[])[]): Generator<string> {
  const starts: string[] = [];
  const middles: string[] = [];
  const ends: string[] = [];
  for (const [index, test] of must.entries()) {
    const text = each[index]?.[0];
    if (typeof text !== 'string' || (test.op !== 'string' && test.op !== 'regex')) continue;
    const parts = test.op === 'string' ? test.pattern.parts : [ANY];
    const literal = test.op === 'string' && test.pattern.literal !== '' ? test.pattern.literal : text;
    if (test.op === 'regex' && test.source.startsWith('^')) starts.push(text);
    else if (parts[0] !== ANY) starts.push(literal);
    else if (parts.at(-1) !== ANY) ends.push(literal);
    else middles.push(literal);
  }
  if (starts.length + middles.length + ends.length < 2) return;
  const longest = (texts: readonly string[]) => [...texts].sort((a, b) => b.length - a.length).slice(0, 1);
  const [start, end] = [longest(starts), longest(ends)];
  for (const separator of [' ', '', ' x ']) {
    yield [...start, ...middles, ...end].join(separator);
    yield [...end.map((text) => `${naturalFill(undefined, text)}${text}`), ...middles, ...end].join(separator);
    yield [...start, ...middles.toReversed(), ...end].join(separator);
  }
}

/** Values close to a test's that do not satisfy it. */
function* beside(test: ValueTest): Generator<unknown> {
  if (test.op === 'number') yield* [test.value + 1, test.value - 1];
  else if (test.op === 'boolean') yield !test.value;
  else if (test.op === 'compare') yield* [test.value, test.value - 1, test.value + 1];
}

function* addressesIn(network: string, version: 4 | 6, prefix: number): Generator<string> {
  const base = network.slice(0, network.indexOf('/'));
  if (version === 6) {
    // Addresses in a run of zeros can be numbered; without such a run the base address itself is used.
    if (base.endsWith('::') && prefix <= 112) yield* [`${base}7`, `${base}2a`];
    yield base;
    return;
  }
  const octets = base.split('.').map(Number);
  const free = 2 ** (32 - prefix);
  for (const step of [7, 42, 1, 300, 70_000, 0]) {
    if (step >= free) continue;
    const last = octets.reduce((sum, octet) => sum * 256 + octet, 0) + step;
    yield [24, 16, 8, 0].map((shift) => Math.floor(last / 2 ** shift) % 256).join('.');
  }
}

/** A time with all the required parts. */
function* timesOf(must: readonly ValueTest[]): Generator<string> {
  const wanted = new Map<TimePart, number>();
  for (const test of must) if (test.op === 'time') wanted.set(test.part, test.value);
  if (wanted.size === 0) return;
  const clock = ((wanted.get('hour') ?? 9) * 60 + (wanted.get('minute') ?? 30)) * 60_000;
  const years = wanted.has('year') ? [wanted.get('year') as number] : [2026, 2024, 2020];
  for (const year of years) {
    for (let ms = Date.UTC(year, 0, 1) + clock; new Date(ms).getUTCFullYear() === year; ms += DAY_MS) {
      if ([...wanted].some(([part, value]) => timePart(ms, part) !== value)) continue;
      yield new Date(ms).toISOString().replace('.000Z', 'Z');
      break;
    }
  }
}
