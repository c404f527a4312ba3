import { awsEvents } from '@tripline/attack';
import type { DetectionSubject } from '@tripline/coverage-service';
import fc from 'fast-check';
import { eventPattern, logsQuery, mapped, metricFilter } from './support/mapped.js';

const events = awsEvents();
const eventNames = [...new Set(events.map(({ name }) => name))];
const eventSources = [...new Set(events.map(({ source }) => source))];
const anEvent = fc.constantFrom(...events);

/** Every way of writing the same three parts of a condition: the source, names that count and names that do not. */
const writings: readonly [
  string,
  (source: string, wanted: readonly string[], unwanted: readonly string[]) => DetectionSubject,
][] = [
  [
    'event pattern',
    (source, wanted, unwanted) =>
      eventPattern(
        {
          detail: {
            eventSource: [source],
            eventName: [...wanted, ...(wanted.length === 0 ? [{ 'anything-but': unwanted }] : [])],
          },
        },
        true,
      ),
  ],
  [
    'metric filter',
    (source, wanted, unwanted) =>
      metricFilter(
        `{ ${[
          `($.eventSource = "${source}")`,
          ...(wanted.length > 0 ? [`(${wanted.map((name) => `$.eventName = "${name}"`).join(' || ')})`] : []),
          ...unwanted.map((name) => `($.eventName != "${name}")`),
        ].join(' && ')} }`,
      ),
  ],
  [
    'query',
    (source, wanted, unwanted) =>
      logsQuery(
        [
          `filter eventSource = "${source}"`,
          ...(wanted.length > 0 ? [`filter eventName in [${wanted.map((name) => `"${name}"`).join(', ')}]`] : []),
          ...(unwanted.length > 0
            ? [`filter not (${unwanted.map((name) => `eventName = "${name}"`).join(' or ')})`]
            : []),
        ].join(' | '),
      ),
  ],
];

/** Pieces of all the languages, to put together at random. */
const scraps = fc.array(
  fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '$.eventName',
    '$.',
    '=',
    '!=',
    '&&',
    '||',
    '"',
    "'",
    '%',
    '*',
    '?',
    '-',
    '|',
    ',',
    '...',
    '`',
    '\\',
    '#',
    '--',
    '/*',
    '/',
    'filter',
    'fields',
    'stats',
    'parse',
    'where',
    'SELECT',
    'as',
    'and',
    'or',
    'not',
    'like',
    'in',
    'is',
    'null',
    'between',
    'EXISTS',
    'NOT',
    'IS',
    'TRUE',
    'eventName',
    '@message',
    'StopLogging',
    '"StopLogging"',
    'iam.amazonaws.com',
    '1',
    '\n',
    ' ',
    'like(',
    '=~',
    '/a|b/',
    '"detail":',
    '["x"]',
    '{"prefix":',
    '\u0000',
    'é',
    '𐀀',
  ),
  { maxLength: 60 },
);
const hostileText = fc.oneof(
  scraps.map((parts) => parts.join('')),
  scraps.map((parts) => `{ ${parts.join(' ')} }`),
  scraps.map((parts) => `filter ${parts.join(' ')}`),
  fc.string({ maxLength: 300, unit: 'binary' }),
);

const nested = (depth: number): object =>
  depth === 0 ? { a: ['b'] } : { $or: [nested(depth - 1), nested(depth - 1)] };

/** An event of everyday work is shown one step weaker by a pattern that takes every one of it. */
const WEAKER = { significant: 'partial', partial: 'minimal', minimal: 'minimal' } as const;

describe('reading what customers wrote', () => {
  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const subject of [
          { kind: 'event_pattern', pattern: text, allManagementEvents: true } as const,
          metricFilter(text),
          logsQuery(text),
        ]) {
          expect(Array.isArray(mapped(subject))).toBe(true);
        }
      }),
      { numRuns: 800 },
    );
  });

  it('never throws, whatever JSON a pattern is', () => {
    const operators = [
      'prefix',
      'suffix',
      'wildcard',
      'anything-but',
      'exists',
      'numeric',
      'cidr',
      'equals-ignore-case',
      '$or',
      'detail',
      'eventName',
      '__proto__',
    ];
    const { pattern } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom('StopLogging', 'aws.iam', '', '>', '<=', '*'),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        tie('pattern'),
      ),
      pattern: fc.dictionary(fc.constantFrom(...operators), tie('value'), { maxKeys: 4 }),
    }));
    fc.assert(
      fc.property(pattern, (value) => {
        expect(Array.isArray(mapped(eventPattern(value as object)))).toBe(true);
      }),
      { numRuns: 800 },
    );
  });

  it.each(writings)('as a %s: events that are named show their techniques as the table has them', (_, write) => {
    fc.assert(
      fc.property(anEvent, ({ source, name, techniques, everyday }) => {
        const mappings = mapped(write(source, [name], []));
        const shown = mappings.map(({ techniqueId, strength }) => `${techniqueId} ${strength}`);
        // A sign-in that fails and one that succeeds show different ones; what other fields tell may add to them.
        for (const { techniqueId, strength } of techniques) {
          expect(shown).toContain(`${techniqueId} ${everyday ? WEAKER[strength] : strength}`);
        }
      }),
    );
  });

  it.each(writings)('as a %s: an event that stands only under a negation is never named', (_, write) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...eventSources),
        fc.uniqueArray(fc.constantFrom(...eventNames), { minLength: 1, maxLength: 12 }),
        (source, unwanted) => {
          for (const { evidence } of mapped(write(source, [], unwanted))) {
            for (const name of unwanted) expect(evidence).not.toMatch(new RegExp(`event ${name} of`));
          }
        },
      ),
    );
  });

  it.each(writings)('as a %s: the order of names does not count', (_, write) => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(fc.constantFrom(...eventNames), { minLength: 2, maxLength: 8 })
          .chain((names) => fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: names.length }))),
        fc.constantFrom(...eventSources),
        ([names, shuffled], source) => {
          expect(mapped(write(source, names, []))).toEqual(mapped(write(source, shuffled, [])));
        },
      ),
    );
  });

  it('the order of a pattern’s keys does not count', () => {
    const keys = {
      source: [{ prefix: 'aws.i' }, 'aws.s3'],
      'detail-type': ['AWS API Call via CloudTrail', 'Object Deleted'],
      detail: { eventName: [{ prefix: 'Delete' }, 'CreateUser'], userIdentity: { type: ['IAMUser', 'Root'] } },
    };
    const expected = mapped(eventPattern(keys));
    expect(expected.length).toBeGreaterThan(3);
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.entries(keys), { minLength: 3 }), (entries) => {
        const detail = Object.fromEntries(Object.entries(keys.detail).reverse());
        expect(mapped(eventPattern({ ...Object.fromEntries(entries), detail }))).toEqual(expected);
      }),
    );
  });

  it('a wildcard names what a regular expression would match, and no more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...eventNames),
        fc.array(fc.tuple(fc.nat(30), fc.nat(6)), { minLength: 1, maxLength: 4 }),
        (origin, cuts) => {
          let pattern = origin;
          for (const [at, length] of cuts) pattern = `${pattern.slice(0, at)}*${pattern.slice(at + length)}`;
          const expression = new RegExp(`^${pattern.replace(/\*+/g, '.*')}$`);
          for (const { evidence } of mapped(metricFilter(`{ $.eventName = "${pattern}" }`))) {
            const name = /such as event (\S+) of/.exec(evidence)?.[1];
            if (name !== undefined) expect(name).toMatch(expression);
          }
        },
      ),
    );
  });

  it.each([
    ['stars', metricFilter(`{ $.eventName = "${'*a'.repeat(900)}*!" }`)],
    ['stars in many tests', metricFilter(`{ ${Array(90).fill('$.eventName=*a*e*i*').join('||')} }`)],
    ['repeated groups', logsQuery(`filter eventName like /${'(a+)+'.repeat(90)}$/`)],
    ['counted groups', logsQuery('filter eventName like /((a{99}){99}){99}/')],
    ['hundreds of expressions', logsQuery(`filter ${Array(300).fill('eventName like /(.*a)*b/').join(' or ')}`)],
    ['a wall of negations', logsQuery(`filter ${'not '.repeat(2_400)}a = 1`)],
    ['a wall of parentheses', logsQuery(`filter ${'('.repeat(4_900)}`)],
    ['a wall of calls', logsQuery(`filter ${'f('.repeat(2_000)}1${')'.repeat(2_000)} = 1`)],
    ['a parse of one long word', logsQuery(`parse @message "${'a'.repeat(9_000)}*" as b`)],
    ['a long text', metricFilter(`"${'StopLogging '.repeat(160)}"`)],
    ['brackets', { kind: 'event_pattern', pattern: '['.repeat(8_000), allManagementEvents: true } as const],
    ['alternatives in alternatives', eventPattern(nested(9))],
  ])('comes to an end for %s', (_, subject) => {
    expect(Array.isArray(mapped(subject))).toBe(true);
  });
});
