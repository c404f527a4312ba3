import { convert, createMatcher, INFORMATIVE_NOTES, parseSigma, type SigmaEvent, type TargetId } from '@tripline/sigma';
import fc from 'fast-check';
import { esqlMatches } from './support/esql-interpreter.js';
import { documentOf, type NativeEvents } from './support/lucene-events.js';
import { luceneMatches } from './support/lucene-interpreter.js';

/**
 * Few characters, so that values and patterns often match: both cases, wildcards, characters that need escaping, and letters outside ASCII.
 */
const letters = fc.constantFrom(
  'a',
  'B',
  'b',
  'ü',
  '*',
  '?',
  '\\',
  '"',
  ' ',
  '.',
  '/',
  '<',
  '-',
  '&',
  '#',
  '@',
  '\n',
  '~',
  ':',
  '(',
);
const text = fc.string({ unit: letters, maxLength: 5 });
const pattern = fc.oneof(
  text,
  fc.string({ unit: fc.oneof(letters, fc.constantFrom('\\*', '\\?', '\\\\')), maxLength: 5 }),
);
const words = fc
  .array(fc.constantFrom('net', 'Net', 'web', 'x1', 'new-object', 'a_b', '10', 'é'), { minLength: 1, maxLength: 4 })
  .chain((parts) =>
    fc
      .array(fc.constantFrom(' ', '.', ' - ', '\\', ':', ' ( ', '', ',', "'"), {
        minLength: parts.length,
        maxLength: parts.length,
      })
      .map((between) => parts.map((part, index) => part + between[index]).join('')),
  );
const address = fc.constantFrom(
  '10.1.2.3',
  '10.200.0.1',
  '192.168.0.7',
  'fe80::1',
  '2001:db8::7',
  'fe8::1',
  '10.0.0.0',
);
const number = fc.integer({ min: 0, max: 120 });
const expression = fc.constantFrom(
  '^a',
  'b$',
  'a.b',
  '[ab]+',
  '\\\\',
  '^$',
  '(?i)^B',
  'ü|\\*',
  'a{2}',
  '(^|\\s)a',
  '\\bb\\b',
  'a\\S',
  '[^\\s"]b',
  'a\\d?b|/',
  '(a|b$)+',
  '<|~|@&#',
  '((a|b)(\\.|$)){2}',
  'b*.*a?',
);
const modifiers = fc.constantFrom('', '|contains', '|startswith', '|endswith', '|cased', '|contains|cased', '|neq');
const listOf = <Value>(value: fc.Arbitrary<Value>) => fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 3 }));
type Item = readonly [string, unknown];

/** Items over the fields of one log source. */
function items(fields: {
  text: readonly string[];
  words: readonly string[];
  addresses: readonly string[];
  numbers: readonly string[];
}) {
  const field = fc.constantFrom(...fields.text);
  const choices: fc.Arbitrary<Item>[] = [
    fc.tuple(field, modifiers, listOf(pattern)).map(([name, chain, value]): Item => [`${name}${chain}`, value]),
    fc
      .tuple(field, fc.array(pattern, { minLength: 2, maxLength: 2 }))
      .map(([name, all]): Item => [`${name}|contains|all`, all]),
    fc
      .tuple(field, expression, fc.constantFrom('', '|i', '|s'))
      .map(([name, regex, flag]): Item => [`${name}|re${flag}`, regex]),
    field.map((name): Item => [name, null]),
    fc.tuple(field, pattern).map(([name, value]): Item => [name, [value, null]]),
    fc.tuple(field, fc.boolean()).map(([name, exists]): Item => [`${name}|exists`, exists]),
    fc.tuple(field, field).map(([name, other]): Item => [`${name}|fieldref`, other]),
    field.map((name): Item => [`${name}|hour`, 3]),
  ];
  if (fields.words.length > 0) {
    const name = fc.constantFrom(...fields.words);
    choices.push(
      fc.tuple(name, modifiers, listOf(words)).map(([own, chain, value]): Item => [`${own}${chain}`, value]),
      fc
        .tuple(name, fc.constantFrom('net\\.web', '(?i)new-object\\s', 'x\\d'))
        .map(([own, regex]): Item => [`${own}|re`, regex]),
    );
  }
  if (fields.addresses.length > 0) {
    const name = fc.constantFrom(...fields.addresses);
    const network = fc.constantFrom(
      '10.0.0.0/8',
      '10.128.0.0/9',
      '192.168.0.0/22',
      'fe80::/10',
      '2001:db8::/32',
      '::/0',
      'fe80::1/128',
    );
    choices.push(
      fc.tuple(name, network).map(([own, value]): Item => [`${own}|cidr`, value]),
      fc
        .tuple(name, fc.constantFrom('', '|startswith'), fc.constantFrom('10.', '10.1.2.3', 'fe80', '192.168.0.7'))
        .map(([own, chain, value]): Item => [`${own}${chain}`, value]),
    );
  }
  if (fields.numbers.length > 0) {
    const name = fc.constantFrom(...fields.numbers);
    choices.push(
      fc.tuple(name, number).map(([own, value]): Item => [own, value]),
      fc
        .tuple(name, fc.constantFrom('gt', 'gte', 'lt', 'lte'), number)
        .map(([own, operator, value]): Item => [`${own}|${operator}`, value]),
    );
  }
  return fc.oneof(...choices);
}

const condition = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'lucene' },
    fc.constantFrom('s0', 's1', 's2'),
    tie('tree').map((child) => `not (${child})`),
    fc
      .tuple(tie('tree'), fc.constantFrom('and', 'or'), tie('tree'))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  ),
})).tree;

function eventsOf(native: NativeEvents): fc.Arbitrary<SigmaEvent> {
  const field = (kind: keyof NativeEvents['fields'], value: fc.Arbitrary<unknown>) =>
    native.fields[kind].map((name) => [name, fc.option(value, { nil: undefined })] as const);
  return fc
    .record(
      Object.fromEntries([
        ...field('text', text),
        ...field('words', words),
        ...field('addresses', address),
        ...field('numbers', number),
      ]),
    )
    .map((event) => Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined)));
}

/** The values of one run: three selections, a condition over them, and events. */
type Drawn = [[unknown, unknown, unknown], string, SigmaEvent[]];

/** Checks a property over rules and events of a log source; `examples` are values that once failed. */
function holds(target: TargetId, native: NativeEvents, examples: Drawn[] = []): void {
  const finds = target === 'siem_esql' ? esqlMatches : luceneMatches;
  const selection = fc
    .array(items(native.fields), { minLength: 1, maxLength: 3 })
    .map((pairs): unknown => Object.fromEntries(pairs));
  // None of these occurs in the fields that the product adds, which a search over every field includes.
  const keyword = fc.array(fc.constantFrom('b', 'bb', '10x', 'b.b', 10, 'b b', 'ü#'), { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(
      fc.tuple(
        selection,
        selection,
        fc.oneof<fc.MaybeWeightedArbitrary<unknown>[]>(
          { weight: 4, arbitrary: selection },
          { weight: 1, arbitrary: keyword },
        ),
      ),
      condition,
      fc.array(eventsOf(native), { minLength: 4, maxLength: 6 }),
      (selections, source, events) => {
        const detection = {
          ...Object.fromEntries(selections.map((one, index) => [`s${index}`, one])),
          condition: source,
        };
        const collection = parseSigma(JSON.stringify({ title: 'Random', logsource: native.logsource, detection }));
        const [rule] = collection.documents;
        if (rule?.kind !== 'rule') throw new Error(`refused: ${collection.errors[0]?.message}`);
        const conversion = convert(rule, collection, target, { pipeline: native.pipeline });
        if (!conversion.ok) throw conversion.error;
        const query = conversion.queries[0] as string;
        const exact = conversion.notes.every(({ code }) => INFORMATIVE_NOTES.has(code));
        const matcher = createMatcher(rule);
        for (const event of events) {
          const expected = matcher.matches(event);
          const found = finds(query, documentOf(native, event), native.kinds);
          if (found !== expected && (exact || expected)) {
            throw new Error(
              `the rule ${expected ? 'matches' : 'does not match'} ${JSON.stringify(event)}, not so\n${query}`,
            );
          }
        }
      },
    ),
    { numRuns: 500, examples },
  );
}

describe('Lucene queries and the matcher', () => {
  it.each(['siem_lucene', 'siem_dql', 'siem_esql'] as const)('%s agrees on bare keyword fields', (target) => {
    holds(target, {
      pipeline: 'none',
      logsource: { product: 'any' },
      fields: { text: ['F', 'G.h'], words: [], addresses: ['A'], numbers: ['N'] },
      kinds: { N: 'number' },
    });
  });

  it.each(['siem_lucene', 'siem_esql'] as const)(
    '%s never misses what the rule matches in script block text',
    (target) => {
      holds(target, {
        pipeline: 'default',
        logsource: { product: 'windows', category: 'ps_script' },
        fields: { text: ['Path'], words: ['ScriptBlockText'], addresses: [], numbers: [] },
        kinds: { 'powershell.file.script_block_text': 'script', message: 'text' },
        names: { Path: 'file.path', ScriptBlockText: 'powershell.file.script_block_text' },
        scope: { 'data_stream.dataset': 'windows.powershell_operational', 'event.code': '4104' },
        message: 'message',
      });
    },
  );

  it.each(['siem_lucene', 'siem_esql'] as const)(
    '%s never misses what the rule matches in text of the standard analyser',
    (target) => {
      holds(target, {
        pipeline: 'default',
        logsource: { product: 'windows', category: 'ps_module' },
        fields: { text: ['Path'], words: ['Payload'], addresses: [], numbers: [] },
        kinds: { 'powershell.command.invocation_details.value': 'text', message: 'text' },
        names: { Path: 'file.path', Payload: 'powershell.command.invocation_details.value' },
        scope: { 'data_stream.dataset': 'windows.powershell_operational', 'event.code': '4103' },
        message: 'message',
      });
    },
  );

  it.each(['siem_lucene', 'siem_esql'] as const)(
    '%s never misses what the rule matches in addresses, numbers, accounts and arrays without positions',
    (target) => {
      const other = { Image: 'b' };
      holds(
        target,
        {
          pipeline: 'default',
          logsource: { product: 'windows', category: 'network_connection' },
          fields: { text: ['Image', 'User'], words: [], addresses: ['DestinationIp'], numbers: ['DestinationPort'] },
          kinds: { 'destination.ip': 'ip', 'destination.port': 'number', message: 'text' },
          names: {
            Image: 'process.executable',
            User: 'user.name',
            DestinationIp: 'destination.ip',
            DestinationPort: 'destination.port',
          },
          accounts: { User: ['user.domain', 'user.name'] },
          scope: { 'data_stream.dataset': 'windows.sysmon_operational', 'event.code': '3' },
          message: 'message',
        },
        [
          [[{ 'User|startswith': ['\\*', '@'] }, other, other], 'not (s0)', [{ User: '@' }, { User: '@\\a' }]],
          [[{ User: 10 }, other, other], 'not (s0)', [{ User: '10' }, { User: 'a\\10' }]],
          [
            [{ 'Image|fieldref': 'User' }, other, other],
            's0',
            [
              { Image: '', User: '\\' },
              { Image: 'b', User: 'b' },
            ],
          ],
          [[{ 'Image|fieldref': 'User' }, other, other], 'not (s0)', [{ Image: 'b', User: 'a\\b' }, { Image: 'b' }]],
        ],
      );
      holds(target, {
        pipeline: 'default',
        logsource: { product: 'linux', service: 'auditd' },
        fields: { text: ['a0', 'a1', 'name'], words: [], addresses: [], numbers: [] },
        kinds: {},
        names: { a0: 'process.args', a1: 'process.args', name: 'auditd.log.name' },
        scope: { 'data_stream.dataset': 'auditd.log' },
      });
    },
  );
});
