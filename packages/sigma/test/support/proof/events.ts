import { isIP } from 'node:net';
import { type NativeEvent, type Predicate, type Scalar, type Test, type Truth, testsOf, truthOf } from './predicate.js';

/** Events made from a query's own condition: some that it finds, and some with one condition off. */
export interface MadeEvents {
  readonly found: readonly NativeEvent[];
  readonly missed: readonly Missed[];
}

/** An event with one condition off, and the fields whose tests went off. */
interface Missed {
  readonly event: NativeEvent;
  readonly off: readonly string[];
}

/** What an event must satisfy: a test, and what it must give. */
interface Want {
  readonly test: Test;
  readonly truth: boolean;
}

type Values = Scalar | readonly Scalar[] | undefined;
/** Values of no meaning: a text, a number, an address. */
const OTHERS: readonly Scalar[] = [
  'zq7',
  61_234,
  '203.0.113.77',
  true,
  false,
  0,
  '2001:db8::77',
  1,
  'C:\\zq\\qz.zq',
  '/zq/qz',
  '',
  'failure',
  'success',
  'ALLOW',
  'BLOCK',
];
/** Fields whose producer writes no other values. */
const CLOSED: Readonly<Record<string, RegExp>> = {
  'event.outcome': /^(?:success|failure)$/,
  'security_result.action': /^[A-Z_]+$/,
};
const TRIES = 60;

/** Fields that hold a part of another field of the same event: an event in which they differ does not happen. */
const PARTS: readonly (readonly [whole: string, part: string, separator: string])[] = [
  ['process.executable', 'process.name', '\\'],
  ['process.parent.executable', 'process.parent.name', '\\'],
  ['process.command_line', 'process.args', ' '],
  ['process.parent.command_line', 'process.parent.args', ' '],
  ['file.path', 'file.name', '\\'],
  ['registry.path', 'registry.value', '\\'],
  ['dll.path', 'dll.name', '\\'],
  ['FolderPath', 'filename', '\\'],
  ['InitiatingProcessFolderPath', 'initiatingprocessfilename', '\\'],
  ['process_path', 'process_name', '\\'],
  ['parent_process_path', 'parent_process_name', '\\'],
  ['file_path', 'file_name', '\\'],
  ['registry_path', 'registry_value_name', '\\'],
];

/**
 * Makes events from a query's condition. The same condition gives the same events. What the events are is decided by the condition itself,
 * which is asked for every one of them; a condition that no event is found for gives none.
 */
export function eventsOf(predicate: Predicate, systems: readonly System[], most = 6): MadeEvents {
  const random = generator(7);
  const made = (wants: readonly Want[], turn: number) => {
    const event = solve(wants, { random, system: systemOf(wants) ?? (systems[turn % systems.length] as System) });
    return event === undefined ? undefined : { ...event, ...copiesIn(event), zq_turn: turn % 3 };
  };
  const found = new Map<string, NativeEvent>();
  for (let turn = 0; turn < TRIES && found.size < most; turn++) {
    const event = made(wantsOf(predicate, true, random), turn);
    if (event !== undefined && truthOf(predicate, event) === true) found.set(JSON.stringify(event), event);
  }
  const missed = new Map<string, Missed>();
  for (let turn = 0; turn < TRIES * 2 && missed.size < most * 2; turn++) {
    const wants = wantsOf(predicate, true, random);
    const changed = oneOff(wants, random);
    const event = made(changed, turn);
    if (event === undefined || truthOf(predicate, event) !== false) continue;
    const off = changed.flatMap((want, index) => (want === wants[index] ? [] : [want.test.field ?? '']));
    missed.set(JSON.stringify(event), { event, off });
  }
  return { found: [...found.values()], missed: [...missed.values()] };
}

/** Fields that one log has the same value in. */
const COPIES: readonly (readonly [field: string, copy: string])[] = [
  ['user.name', 'kubernetes.audit.user.username'],
  ['event.action', 'kubernetes.audit.verb'],
];

function copiesIn(event: NativeEvent): NativeEvent {
  const both = COPIES.filter(([field, copy]) => field in event && copy in event);
  return Object.fromEntries(both.map(([field, copy]) => [copy, event[field] as Scalar]));
}

/** The system that an event's own fields name: only Windows has a registry. */
function systemOf(wants: readonly Want[]): System | undefined {
  if (wants.some(({ test }) => test.field?.toLowerCase().startsWith('registry') === true)) return 'windows';
  const named = wants.find(({ test, truth }) => truth && test.field === 'host.os.type')?.test.near[0];
  return named === undefined ? undefined : named === 'windows' ? 'windows' : 'unix';
}

/** How paths are written where an event happens. */
type System = 'windows' | 'unix';

interface Making {
  readonly random: () => number;
  readonly system: System;
}

/** The systems that a query's own words speak of. */
export function systemsOf(predicates: readonly Predicate[]): readonly System[] {
  const tests = predicates.flatMap(testsOf);
  const texts = tests.flatMap(({ near }) => near.map((value) => String(value).toLowerCase()));
  const isUnix = texts.some((text) =>
    /^(?:linux|macos|darwin)$|(?:^|[\s"'*;>])\/(?:bin|etc|usr|tmp|var|opt|home|users|library|proc|sys)\b/.test(text),
  );
  const isWindows = texts.some((text) => /^windows$|\.exe|\.dll|\\/.test(text));
  return isUnix && !isWindows ? ['unix'] : isWindows && !isUnix ? ['windows'] : ['windows', 'unix'];
}

/** What an event must satisfy so that a predicate gives a truth, by one way of several. */
function wantsOf(predicate: Predicate, truth: boolean, random: () => number): readonly Want[] {
  switch (predicate.kind) {
    case 'constant':
      return [];
    case 'test':
      return [{ test: predicate, truth }];
    case 'not':
      return wantsOf(predicate.child, !truth, random);
    default: {
      const all = (predicate.kind === 'and') === truth;
      const chosen = all ? predicate.children : [pick(predicate.children, random)];
      return chosen.flatMap((child) => wantsOf(child, truth, random));
    }
  }
}

/** One condition the other way round. What names the kind of event in several words goes together: no log has an event of two kinds. */
function oneOff(wants: readonly Want[], random: () => number): readonly Want[] {
  const off = wants[Math.floor(random() * wants.length)];
  const isOff = (want: Want) => want === off || (off !== undefined && isNaming(off, wants) && isNaming(want, wants));
  return wants.map((want) => (isOff(want) ? { ...want, truth: !want.truth } : want));
}

const KINDS = new Set(['event.category', 'event.type', 'event.kind', 'event.action']);

function isNaming({ test }: Want, wants: readonly Want[]): boolean {
  return KINDS.has(test.field ?? '') && wants.some((other) => other.test.field === 'event.category');
}

/** An event that satisfies all, field by field; undefined where some field finds no value. */
function solve(wants: readonly Want[], making: Making): NativeEvent | undefined {
  const byField = new Map<string, Want[]>();
  for (const want of wants) {
    const name = want.test.field?.toLowerCase() ?? 'message';
    const list = byField.get(name) ?? [];
    byField.set(name, list);
    list.push(want);
  }
  const event: Record<string, Scalar | readonly Scalar[]> = {};
  const wholes = new Set(PARTS.map(([whole]) => whole.toLowerCase()));
  const order = [...byField].sort(([a], [b]) => Number(wholes.has(a)) - Number(wholes.has(b)));
  for (const [field, asked] of order) {
    const own = asked[0]?.test.field ?? 'message';
    const values = valueFor(field, asked, event, making);
    if (values === NONE) return undefined;
    if (values !== undefined) event[own] = values;
  }
  return { ...event, ...wholesOf(event, making.system) };
}

/** The fields that an event with a part of them has, too. */
function wholesOf(event: NativeEvent, system: System): NativeEvent {
  const names = new Map(Object.keys(event).map((key) => [key.toLowerCase(), key]));
  const wholes: Record<string, Scalar> = {};
  for (const [whole, part, separator] of PARTS) {
    const key = names.get(part);
    if (key === undefined || names.has(whole.toLowerCase())) continue;
    const tail = [event[key] as Scalar | readonly Scalar[]].flat().join(' ');
    const folder = part === 'registry_value_name' ? names.get('registry_key_name') : undefined;
    const begin = folder === undefined ? (system === 'unix' ? '/zq/' : 'C:\\zq\\') : `${event[folder]}\\`;
    wholes[whole] = separator === ' ' ? `zq ${tail}` : begin + tail;
  }
  return wholes;
}

const NONE = Symbol('none');

function valueFor(
  field: string,
  wants: readonly Want[],
  event: NativeEvent,
  { random, system }: Making,
): Values | typeof NONE {
  const part = partOf(field, event, system);
  const candidates = [
    ...joined(wants, random),
    ...shuffled(
      wants.flatMap(({ test }) => test.near.flatMap((value) => cases(test, value, random))),
      random,
    ),
    ...OTHERS,
  ].filter((value) => isOfType(field, value));
  const shaped = part === undefined ? candidates : candidates.flatMap((value) => part.map((join) => join(value)));
  const fits = (values: Values): boolean => {
    const list = values === undefined ? [] : [values].flat();
    return wants.every(({ test, truth }) => (test.holds(list) as Truth) === truth);
  };
  const good = shaped.find(fits);
  if (good !== undefined) return good;
  if (part === undefined && fits(undefined)) return undefined;
  const several = wants.flatMap(({ test, truth }) => (truth && test.near[0] !== undefined ? [test.near[0]] : []));
  return several.length > 1 && LISTS.test(field) && fits(several) ? several : NONE;
}

/** How a value takes in the part of it that another field holds already. */
function partOf(field: string, event: NativeEvent, system: System): readonly ((value: Scalar) => Scalar)[] | undefined {
  const found = PARTS.find(([whole]) => whole.toLowerCase() === field);
  if (found === undefined) return undefined;
  const [, name, own] = found;
  const separator = own === ' ' ? own : system === 'unix' ? '/' : '\\';
  const key = Object.keys(event).find((each) => each.toLowerCase() === name);
  const parts = key === undefined ? [] : [event[key] as Scalar | readonly Scalar[]].flat();
  if (parts.length === 0) return undefined;
  const tail = parts.join(separator);
  if (separator === ' ') return [(value) => `${value} ${tail}`, (value) => `${tail} ${value}`, () => `zq ${tail}`];
  const begin = system === 'unix' ? '/zq' : 'C:\\zq';
  return [
    (value) =>
      String(value)
        .toLowerCase()
        .endsWith(separator + tail.toLowerCase())
        ? value
        : `${folderOf(value)}${separator}${tail}`,
    (value) => `${value}${separator}${tail}`,
    (value) => `${folderOf(value)}${separator}qz${separator}${tail}`,
    () => `${begin}${separator}${tail}`,
  ];
}

/** A text as it is, and sometimes in other letters where the test does not mind them. Who writes a log fixes the letters of its words. */
function cases(test: Test, value: Scalar, random: () => number): readonly Scalar[] {
  if (typeof value !== 'string' || FIXED.has(test.field ?? '') || random() < 0.5) return [value];
  const upper = value.toUpperCase();
  return test.holds([value]) === true && test.holds([upper]) === true ? [upper, value] : [value];
}

/** Fields whose words only the log's producer writes. */
const FIXED = new Set([
  ...KINDS,
  'data_stream.dataset',
  'event.dataset',
  'event.module',
  'network.direction',
  'host.os.type',
  'sourcetype',
  'source',
]);
/** Fields that have several values at once. */
const LISTS = /args$|^event\.(?:category|type)$|\.strings$/;

/** Whether a field may have a value: an address has the form of one, a port is a number. */
function isOfType(field: string, value: Scalar): boolean {
  if (CLOSED[field]?.test(String(value)) === false) return false;
  if (/(?:^|[._])(?:ip|ipaddress|ip_address)$/.test(field)) return isIP(String(value)) !== 0;
  return !/(?:^|[._])port$/.test(field) || !Number.isNaN(Number(value));
}

function folderOf(value: Scalar): string {
  return String(value).replace(/[\\/][^\\/]*$/, '');
}

/** Texts that have the known parts of all tests that must hold. */
function joined(wants: readonly Want[], random: () => number): readonly Scalar[] {
  const pieces = wants.flatMap(({ test, truth }) => (truth && test.piece !== undefined ? [test.piece] : []));
  if (pieces.length < 2) return [];
  const texts = (at: string) => pieces.filter((piece) => piece.at === at).map(({ text }) => text);
  const longest = (list: readonly string[]) => [...list].sort((a, b) => b.length - a.length)[0] ?? '';
  const inside = shuffled(texts('inside'), random);
  const [start, end] = [longest(texts('start')), longest(texts('end'))];
  return [
    ...texts('whole'),
    [start, ...inside, end].join(''),
    start + inside.join(' ') + end,
    [start, ...inside, end].join('qz'),
    [start, ...inside.toReversed(), end].join(''),
  ];
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** Numbers from 0 up to 1 that are the same in every run: a multiplicative generator over the prime 2³¹ − 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
