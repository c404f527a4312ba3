import { readFileSync } from 'node:fs';
import {
  createMatcher,
  parseSigma,
  type RuleObject,
  sampleEvents,
  sampleSequence,
  stringifySigma,
} from '@tripline/sigma';
import { parse } from 'yaml';
import { findCovering, type OwnRule, readStandingRules } from '../../src/index.js';

interface Pair {
  readonly why: string;
  /** product/category/service, with - for none. */
  readonly log: string;
  /** The standing rule's log, where it is another. */
  readonly other?: string;
  readonly own: RuleObject;
  readonly standing: RuleObject;
  /** What the standing rule leaves out. */
  readonly unless?: RuleObject;
  /** Another standing rule. */
  readonly second?: RuleObject;
  readonly lines?: readonly string[];
  /** How many events the first and the second rule count. */
  readonly count?: number;
  readonly least?: number;
}

const pairs = (name: string): readonly Pair[] =>
  parse(readFileSync(new URL(`./${name}.yaml`, import.meta.url), 'utf8')) as readonly Pair[];
const cases = (name: string) => pairs(name).map((pair) => [pair.why, pair] as const);

function logsource(path: string): RuleObject {
  const [product = '-', category = '-', service = '-'] = path.split('/');
  const parts = { product, category, service };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== '-'));
}

function written(log: string, selection: RuleObject, more: { unless?: RuleObject; count?: number }): string {
  const rule = stringifySigma({
    title: 'A rule',
    name: 'single',
    logsource: logsource(log),
    detection: {
      selection,
      ...(more.unless === undefined ? {} : { filter: more.unless }),
      condition: more.unless === undefined ? 'selection' : 'selection and not filter',
    },
  });
  if (more.count === undefined) return rule;
  const correlation = {
    type: 'event_count',
    rules: ['single'],
    'group-by': ['IpAddress'],
    timespan: '10m',
    condition: { gte: more.count },
  };
  return `${stringifySigma({ title: 'A count', correlation })}---\n${rule}`;
}

function ownRule({ log, own, count, lines }: Pair): OwnRule {
  const yaml = written(log, own, count === undefined ? {} : { count });
  const collection = parseSigma(yaml);
  const [document] = collection.documents;
  if (document === undefined || document.kind === 'filter') throw new Error('no rule');
  const tests = document.kind === 'rule' ? sampleEvents(document) : sampleSequence(document, collection);
  if (tests.match.length === 0) throw new Error(`no events of ${yaml}`);
  return { key: 'own', yaml, tests, ...(lines === undefined ? {} : { lines }) };
}

function covering(pair: Pair) {
  const { log, other = log, standing, second, unless, least } = pair;
  const yaml = written(other, standing, {
    ...(unless === undefined ? {} : { unless }),
    ...(least === undefined ? {} : { count: least }),
  });
  const rules = [{ id: 'first', title: 'First', yaml }];
  if (second !== undefined) rules.push({ id: 'second', title: 'Second', yaml: written(other, second, {}) });
  return findCovering([ownRule(pair)], readStandingRules(rules)).get('own') ?? [];
}

test('there are fifty pairs of either kind', () => {
  expect(pairs('same').length).toBeGreaterThanOrEqual(50);
  expect(pairs('alike').length).toBeGreaterThanOrEqual(50);
});

test.each(cases('same'))('a rule is covered by one that means the same: %s', (_why, pair) => {
  expect(covering(pair)).not.toEqual([]);
});

test.each(cases('alike'))('a rule is not covered by one that only looks alike: %s', (_why, pair) => {
  expect(covering(pair)).toEqual([]);
});

test('what covers a rule says how many of its events it matches', () => {
  const one = { log: 'windows/process_creation', own: { 'Image|endswith': ['\\a.exe', '\\b.exe', '\\c.exe'] } };
  const whole = covering({
    ...one,
    why: '',
    standing: { 'Image|endswith': ['\\a.exe', '\\b.exe', '\\c.exe', '\\d.exe'] },
  });
  expect(whole).toEqual([{ id: 'first', title: 'First', events: '3 of 3' }]);
  const parts = covering({
    ...one,
    why: '',
    standing: { 'Image|endswith': ['\\a.exe', '\\b.exe'] },
    second: { 'Image|endswith': '\\c.exe' },
  });
  expect(parts.map(({ id, events }) => [id, events])).toEqual([
    ['first', '2 of 3'],
    ['second', '1 of 3'],
  ]);
});

test('text that is no rule covers nothing', () => {
  const own = ownRule({ why: '', log: 'windows/process_creation', own: { 'Image|endswith': '\\a.exe' }, standing: {} });
  const broken = [
    '',
    ':',
    'title: x',
    'a: &a [*a]',
    'title: f\nfilter:\n  rules: any\n  selection:\n    a: b\n  condition: selection',
  ];
  expect(findCovering([own], readStandingRules(broken.map((yaml, at) => ({ id: String(at), yaml }))))).toEqual(
    new Map(),
  );
});

test('the events of every rule are its own', () => {
  for (const pair of [...pairs('same'), ...pairs('alike')]) {
    if (pair.count !== undefined) continue;
    const { yaml, tests } = ownRule(pair);
    const [rule] = parseSigma(yaml).documents;
    if (rule?.kind !== 'rule') throw new Error(pair.why);
    expect(tests.match.every((event) => createMatcher(rule).matches(event))).toBe(true);
  }
});

test('of a file with several rules each is one by its own title, and one of the excepted ids does not count', () => {
  const own = ownRule({ why: '', log: 'windows/process_creation', own: { 'Image|endswith': '\\a.exe' }, standing: {} });
  const one = (title: string, id: string) =>
    stringifySigma({
      title,
      id,
      logsource: logsource('windows/process_creation'),
      detection: { selection: { 'Image|endswith': '\\a.exe' }, condition: 'selection' },
    });
  const ids = ['00000000-0000-5000-8000-00000000000a', '00000000-0000-5000-8000-00000000000b'] as const;
  const rules = readStandingRules([{ id: 'a.yml', yaml: `${one('First', ids[0])}---\n${one('Second', ids[1])}` }]);
  const titles = (except?: ReadonlySet<string>) =>
    findCovering([own], rules, except)
      .get('own')
      ?.map(({ title }) => title);
  expect(titles()).toEqual(['First', 'Second']);
  expect(titles(new Set([ids[0]]))).toEqual(['Second']);
  expect(titles(new Set(ids))).toBeUndefined();
});
