import { convert, createMatcher, parseSigma, type TargetId } from '@tripline/sigma';
import fc from 'fast-check';
import { type UdmEvent, udmSearch, yaralEvents } from './support/udm-interpreter.js';

/** Few letters, so that values and patterns meet often: both cases, both wildcards, what needs escaping, and a letter beyond ASCII. */
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
  '$',
  '(',
  '/',
  '|',
  '[',
  '\n',
  '`',
  '{',
);
/** UDM has no empty values, so an event has none. */
const text = fc.string({ unit: letters, minLength: 1, maxLength: 5 });
const address = fc.constantFrom('10.1.2.3', '10.200.0.1', '192.168.0.7', 'fe80::1', '2001:db8::7', 'no address');
const number = fc.integer({ min: -3, max: 5 });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const compact = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const pattern = fc.oneof(
  text,
  fc.string({ unit: fc.oneof(letters, fc.constantFrom('\\*', '\\?', '\\\\')), maxLength: 5 }),
);
const expression = fc.constantFrom(
  '^a',
  'b$',
  'a.b',
  '[ab/]+',
  '\\\\',
  '^$',
  '(?i)^B',
  'ü|\\*',
  '"',
  'a{2}',
  'a*',
  '/',
  '\\Q/.\\E',
  '(?<n>a)b',
);
const stringModifiers = fc.constantFrom(
  '',
  '|contains',
  '|startswith',
  '|endswith',
  '|cased',
  '|contains|cased',
  '|neq',
);

/** Tests on fields that hold text. */
function textItems(textField: fc.Arbitrary<string>): fc.Arbitrary<readonly [string, unknown]> {
  const several = fc.array(pattern, { minLength: 2, maxLength: 5 });
  return fc.oneof(
    fc
      .tuple(textField, stringModifiers, fc.oneof(pattern, several))
      .map(([field, modifiers, value]) => [`${field}${modifiers}`, value] as const),
    fc.tuple(textField, several).map(([field, all]) => [`${field}|contains|all`, all] as const),
    fc
      .tuple(textField, expression, fc.constantFrom('', '|i', '|s', '|m'))
      .map(([field, regex, flag]) => [`${field}|re${flag}`, regex] as const),
    textField.map((field) => [field, null] as const),
    fc.tuple(textField, pattern).map(([field, value]) => [field, [value, null]] as const),
    fc.tuple(textField, fc.boolean()).map(([field, exists]) => [`${field}|exists`, exists] as const),
  );
}

const condition = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    fc.constantFrom('s0', 's1', 's2'),
    tie('tree').map((child) => `not (${child})`),
    fc
      .tuple(tie('tree'), fc.constantFrom('and', 'or'), tie('tree'))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  ),
})).tree;

function selectionOf(item: fc.Arbitrary<readonly [string, unknown]>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => Object.fromEntries(items)) },
    {
      weight: 1,
      arbitrary: fc.array(
        item.map((one) => Object.fromEntries([one])),
        { minLength: 2, maxLength: 2 },
      ),
    },
  );
}

/** The property: whatever the rule matches, the query matches too; and the reverse, unless a note says that something was lost. */
function agree(
  item: fc.Arbitrary<readonly [string, unknown]>,
  event: fc.Arbitrary<Record<string, unknown>>,
  setting: {
    readonly logsource: object;
    readonly pipeline: 'default' | 'none';
    readonly toUdm: (event: Record<string, unknown>) => UdmEvent;
  },
) {
  const selection = selectionOf(item);
  fc.assert(
    fc.property(
      fc.tuple(selection, selection, selection),
      condition,
      fc.array(event, { minLength: 4, maxLength: 8 }),
      (selections, source, events) => {
        const detection = {
          ...Object.fromEntries(selections.map((one, index) => [`s${index}`, one])),
          condition: source,
        };
        const collection = parseSigma(
          JSON.stringify({ title: 'A random rule', logsource: setting.logsource, detection }),
        );
        const [rule] = collection.documents;
        if (rule?.kind !== 'rule') throw new Error(`the generated rule is refused: ${collection.errors[0]?.message}`);
        const matcher = createMatcher(rule);
        for (const [target, read] of INTERPRETERS) {
          const conversion = convert(rule, collection, target, { pipeline: setting.pipeline });
          if (!conversion.ok) throw conversion.error;
          const [query = ''] = conversion.queries;
          const matches = read(query);
          for (const one of events) {
            const expected = matcher.matches(one);
            const found = matches(setting.toUdm(one));
            if (found !== expected && (expected || conversion.notes.length === 0)) {
              throw new Error(
                `the rule ${expected ? 'matches' : 'does not match'} ${JSON.stringify(one)}, but not so\n${query}`,
              );
            }
          }
        }
      },
    ),
    { numRuns: 800 },
  );
}

const INTERPRETERS: readonly (readonly [TargetId, (query: string) => (event: UdmEvent) => boolean])[] = [
  ['siem_udm', udmSearch],
  ['siem_yaral', yaralEvents],
];

describe('UDM search, YARA-L and the matcher', () => {
  it('agree on the bare logic of every rule, and miss nothing where a note says that something was lost', () => {
    const field = fc.constantFrom('F', 'G.h', 'missing');
    const item = fc.oneof(
      { weight: 4, arbitrary: textItems(field) },
      { weight: 1, arbitrary: number.map((value) => ['N', value] as const) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte'), number)
          .map(([operator, value]) => [`N|${operator}`, value] as const),
      },
      { weight: 1, arbitrary: fc.boolean().map((value) => ['B', value] as const) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('10.0.0.0/8', '192.168.0.0/24', 'fe80::/10')
          .map((network) => ['A|cidr', network] as const),
      },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('', '|startswith', '|endswith', '|contains', '|cased')
          .map((modifiers) => [`F|fieldref${modifiers}`, 'G.h'] as const),
      },
    );
    const event = fc
      .record({
        F: optional(text),
        'G.h': optional(text),
        N: optional(number),
        B: optional(fc.constantFrom(true, false, 'true', 'False')),
        A: optional(address),
      })
      .map(compact);
    agree(item, event, {
      logsource: { product: 'any' },
      pipeline: 'none',
      toUdm: plainEvent,
    });
  });

  it('agree over lists, ports, enumerated values and unmapped fields of firewall events', () => {
    const item = fc.oneof(
      { weight: 3, arbitrary: textItems(fc.constantFrom('src_ip', 'username', 'zone')) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('10.0.0.0/8', 'fe80::/10').map((network) => ['src_ip|cidr', network] as const),
      },
      {
        weight: 1,
        arbitrary: fc.array(address, { minLength: 1, maxLength: 5 }).map((values) => ['src_ip', values] as const),
      },
      {
        weight: 1,
        arbitrary: fc
          .array(
            address.map((one) => one.slice(0, 3)),
            { minLength: 2, maxLength: 2 },
          )
          .map((values) => ['src_ip|startswith|all', values] as const),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('', '|gt', '|gte', '|lt', '|lte'), number)
          .map(([operator, value]) => [`dst_port${operator}`, value] as const),
      },
      { weight: 1, arbitrary: fc.constantFrom('1', '*', '1*', null).map((value) => ['dst_port', value] as const) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('allow', 'deny', ['deny', 'drop'], 'd*', 'strange', null)
          .map((value) => ['action', value] as const),
      },
      { weight: 1, arbitrary: number.map((value) => ['zone|gte', value] as const) },
    );
    const event = fc
      .record({
        src_ip: optional(fc.array(address, { minLength: 1, maxLength: 3 })),
        username: optional(text),
        zone: optional(fc.oneof(text, fc.constantFrom('-1', '0', '3'))),
        dst_port: optional(fc.integer({ min: 1, max: 5 })),
        action: optional(fc.constantFrom('allow', 'Deny', 'DROP')),
      })
      .map(compact);
    agree(item, event, { logsource: { category: 'firewall' }, pipeline: 'default', toUdm: firewallEvent });
  });

  it('miss nothing where UDM takes a value apart: accounts, hashes and arguments', () => {
    const user = fc.constantFrom('SYSTEM', 'NT AUTHORITY\\SYSTEM', 'CORP\\adm', 'adm', 'CORP\\System');
    const userPattern = fc.oneof(user, fc.constantFrom('*\\SYSTEM', 'CORP\\*', '*adm', 'NT*', '*a*', 'C*m', '*'));
    const hash = fc.constantFrom('a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32));
    const argument = fc.constantFrom('-i', 'x', 'xy', '/tmp/x');
    const item = fc.oneof(
      fc
        .tuple(fc.constantFrom('', '|contains', '|startswith', '|endswith'), userPattern)
        .map(([modifier, value]) => [`User${modifier}`, value] as const),
      fc
        .tuple(fc.constantFrom('MD5=', 'IMPHASH=', ''), hash)
        .map(([name, value]) => ['Hashes|contains', `${name}${value}`] as const),
      hash.map((value) => ['Hashes', `MD5=${value}`] as const),
      fc.constantFrom<readonly [string, unknown]>(['Hashes', null], ['User', null], ['User|exists', true]),
      fc.constantFrom<readonly [string, unknown]>(
        ['User|fieldref', 'a0'],
        ['a1|fieldref', 'User'],
        ['a0|fieldref', 'a1'],
      ),
      fc
        .tuple(fc.constantFrom('a0', 'a1'), fc.constantFrom('', '|startswith', '|contains'), argument)
        .map(([field, modifier, value]) => [`${field}${modifier}`, value] as const),
      fc.constantFrom<readonly [string, unknown]>(['a0|re', '^x$'], ['a1|re', 'x'], ['a1', null], ['a0|exists', true]),
    );
    const event = fc
      .record({
        User: optional(user),
        md5: optional(hash),
        imphash: optional(hash),
        a0: optional(argument),
        a1: optional(argument),
      })
      .map(({ md5, imphash, ...rest }) => {
        const hashes = [
          ...(md5 === undefined ? [] : [`MD5=${md5}`]),
          ...(imphash === undefined ? [] : [`IMPHASH=${imphash}`]),
        ];
        return compact({ ...rest, Hashes: hashes.length === 0 ? undefined : hashes.join() });
      });
    for (const logsource of [
      { category: 'process_creation', product: 'windows' },
      { product: 'linux', service: 'auditd' },
    ]) {
      agree(item, event, { logsource, pipeline: 'default', toUdm: takenApart });
    }
  });
});

/** The event as the parsers of Sysmon and auditd map it. A field of the other product keeps its own name. */
function takenApart(event: Record<string, unknown>): UdmEvent {
  const udm = new Map<string, readonly (string | number)[]>(
    Object.entries({
      'metadata.event_type': 'PROCESS_LAUNCH',
      'metadata.log_type': 'AUDITD',
      'metadata.vendor_name': 'Linux',
      'metadata.product_name': 'AuditD',
      'metadata.event_timestamp.seconds': 1_700_000_000,
    }).map(([path, value]) => [path, [value]]),
  );
  const fields = Object.entries(event) as [string, string][];
  for (const [name, value] of fields) udm.set(`additional.fields["${name}"]`, [value]);
  const { User: user, Hashes: hashes, a0, a1 } = event as Record<string, string | undefined>;
  const [domain, name] = user?.includes('\\') === true ? user.split('\\') : [undefined, user];
  if (domain !== undefined) udm.set('principal.administrative_domain', [domain]);
  if (name !== undefined) udm.set('principal.user.userid', [name]);
  for (const one of hashes?.split(',') ?? []) {
    const [algorithm, value = ''] = one.split('=');
    udm.set(`target.process.file.${algorithm === 'MD5' ? 'md5' : 'pe_file.imphash'}`, [value]);
  }
  const command = [a0, a1].filter((part) => part !== undefined).join(' ');
  if (command !== '') udm.set('target.process.command_line', [command]);
  return udm;
}

/** An event whose fields are UDM paths. */
function plainEvent(event: Record<string, unknown>): UdmEvent {
  const fields = Object.entries({ ...event, 'metadata.event_timestamp.seconds': 1_700_000_000 });
  return new Map(fields.map(([name, value]) => [name, [value as string | number | boolean]]));
}

/** A firewall event as its parser maps it. */
function firewallEvent(event: Record<string, unknown>): UdmEvent {
  const udm = new Map<string, readonly (string | number | boolean)[]>([
    ['metadata.event_type', ['NETWORK_CONNECTION']],
  ]);
  const put = (path: string, value: unknown) => {
    if (value !== undefined) udm.set(path, (Array.isArray(value) ? value : [value]) as readonly string[]);
  };
  put('principal.ip', event['src_ip']);
  put('principal.user.userid', event['username']);
  put('additional.fields["zone"]', event['zone']);
  put('target.port', event['dst_port']);
  put(
    'security_result.action',
    event['action'] === undefined ? undefined : event['action'] === 'allow' ? 'ALLOW' : 'BLOCK',
  );
  return udm;
}
