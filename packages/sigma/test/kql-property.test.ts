import { convert, matchRule, parseSigma, type SigmaEvent } from '@tripline/sigma';
import fc from 'fast-check';
import type { KqlValue } from './support/kql-functions.js';
import { type KqlRow, kqlReturns } from './support/kql-interpreter.js';

/**
 * A log source, with the row its table makes of an event. Values are never empty, because a string in Kusto is never missing, only empty.
 */
interface Native {
  readonly pipeline: 'default' | 'none';
  readonly logsource: Readonly<Record<string, string>>;
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  readonly addresses: readonly string[];
  row(event: SigmaEvent): KqlRow;
}

const text = (event: SigmaEvent, field: string): string =>
  typeof event[field] === 'string' ? (event[field] as string) : '';
const number = (event: SigmaEvent, field: string): KqlValue =>
  typeof event[field] === 'number' ? (event[field] as number) : null;

const NATIVES: Readonly<Record<string, Native>> = {
  'bare logic': {
    pipeline: 'none',
    logsource: { category: 'any' },
    texts: ['a', 'b.c', 'and'],
    numbers: ['n'],
    addresses: ['ip'],
    row: (event) => ({
      a: text(event, 'a'),
      'b.c': text(event, 'b.c'),
      and: text(event, 'and'),
      n: number(event, 'n'),
      ip: text(event, 'ip'),
    }),
  },
  'firewall log': {
    pipeline: 'default',
    logsource: { category: 'firewall' },
    texts: ['action', 'username', 'NotMapped'],
    numbers: ['src_port'],
    addresses: ['src_ip'],
    row: (event) => ({
      DeviceAction: text(event, 'action'),
      SourceUserName: text(event, 'username'),
      NotMapped: text(event, 'NotMapped'),
      SourcePort: number(event, 'src_port'),
      SourceIP: text(event, 'src_ip'),
    }),
  },
  'Kubernetes audit log': {
    pipeline: 'default',
    logsource: { product: 'kubernetes', service: 'audit' },
    texts: ['verb', 'objectRef.name'],
    numbers: [],
    addresses: ['sourceIPs'],
    row: (event) => ({
      Verb: text(event, 'verb'),
      ObjectRef: event['objectRef.name'] === undefined ? null : { name: text(event, 'objectRef.name') },
      SourceIps: event['sourceIPs'] === undefined ? null : [text(event, 'sourceIPs')],
    }),
  },
};

const PIECES = ['cmd', 'CMD', '.exe', '\\', '"', "'", ' ', '-e', '/', 'é', '10', '(', '{', '\n', '%', '.', '|'];
const words = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const patterns = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.constantFrom('*', '?') }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  // A backslash before a wildcard escapes it; a double one stands for itself.
  .map((parts) => parts.map((part) => (part === '\\' ? '\\\\' : part)).join(''));
const addresses = fc.constantFrom('10.1.2.3', '10.1.2.4', '192.168.0.1', 'fe80::1', '2001:db8::5');

function items(native: Native): fc.Arbitrary<Record<string, unknown>> {
  const field = fc.constantFrom(...native.texts);
  const anyField = fc.constantFrom(...native.texts, ...native.numbers, ...native.addresses);
  const modifier = fc.constantFrom(
    '',
    '|contains',
    '|startswith',
    '|endswith',
    '|cased',
    '|contains|cased',
    '|contains|all',
  );
  const strings = fc
    .tuple(field, modifier, fc.array(patterns, { minLength: 1, maxLength: 3 }))
    .map(([name, how, values]) => ({
      [name + how]: how.endsWith('all') && values.length === 1 ? [...values, 'e'] : values,
    }));
  const regexes = fc
    .tuple(
      field,
      fc.constantFrom('', '|i'),
      fc.constantFrom('cmd.*', '^\\\\?c', '"$', '[0-9]{2}', '\\.exe\\b', '(a|-e)', '\\(\\{'),
    )
    .map(([name, flags, source]) => ({ [`${name}|re${flags}`]: source }));
  const nothing = fc.tuple(anyField, fc.boolean()).map(([name, there]) => ({ [`${name}|exists`]: there }));
  const networks = fc
    .tuple(
      fc.constantFrom(...native.addresses),
      fc.subarray(['10.0.0.0/8', '10.1.2.3/32', 'fe80::/10', '2001:db8::/32'], { minLength: 1 }),
    )
    .map(([name, list]) => ({ [`${name}|cidr`]: list }));
  const missing = anyField.map((name) => ({ [name]: null }));
  if (native.numbers.length === 0) return fc.oneof(strings, regexes, nothing, networks, missing);
  const count = fc.constantFrom(...native.numbers);
  const numbers = fc
    .tuple(count, fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 3 }))
    .map(([name, list]) => ({ [name]: list }));
  const compared = fc
    .tuple(count, fc.constantFrom('gt', 'gte', 'lt', 'lte'), fc.integer({ min: 0, max: 12 }))
    .map(([name, operator, value]) => ({ [`${name}|${operator}`]: value }));
  const referred = fc
    .tuple(field, field, fc.constantFrom('|fieldref', '|fieldref|contains', '|fieldref|endswith'))
    .map(([one, other, how]) => ({ [one + how]: other }));
  return fc.oneof(strings, regexes, nothing, networks, missing, numbers, compared, referred);
}

function events(native: Native): fc.Arbitrary<SigmaEvent> {
  return fc.record(
    {
      ...Object.fromEntries(native.texts.map((name) => [name, words])),
      ...Object.fromEntries(native.numbers.map((name) => [name, fc.integer({ min: 0, max: 12 })])),
      ...Object.fromEntries(native.addresses.map((name) => [name, addresses])),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<SigmaEvent>;
}

const CONDITIONS = [
  'a and b',
  'a or b',
  'a and not b',
  'not (a or b) or c',
  'not (a and not b)',
  '(a or b) and not c',
  'not 1 of them',
  'c and not (a and b)',
];

describe.each(Object.entries(NATIVES))('%s', (_, native) => {
  test('returns exactly the events the rule matches, and never misses one where a note says wider', () => {
    fc.assert(
      fc.property(
        fc.tuple(items(native), items(native), items(native)),
        fc.constantFrom(...CONDITIONS),
        fc.array(events(native), { minLength: 1, maxLength: 6 }),
        ([a, b, c], condition, list) => {
          const detection = { a, b, c, condition };
          const collection = parseSigma(JSON.stringify({ title: 'Probe', logsource: native.logsource, detection }));
          expect(collection.errors).toEqual([]);
          const [rule] = collection.documents;
          if (rule?.kind !== 'rule') throw new Error('no rule was read');
          const conversion = convert(rule, collection, 'siem_kql', { pipeline: native.pipeline });
          if (!conversion.ok) throw conversion.error;
          const [query = ''] = conversion.queries;
          const wider = conversion.notes.some(({ code }) => code !== 'unmapped_field');
          for (const event of list) {
            const { matched } = matchRule(rule, event);
            const returned = kqlReturns(query, native.row(event));
            if (matched || !wider) expect([query, event, returned]).toEqual([query, event, matched]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
