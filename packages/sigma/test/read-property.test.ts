import {
  convert,
  INFORMATIVE_NOTES,
  matchRule,
  parseSigma,
  type QueryLanguage,
  readQuery,
  type SigmaEvent,
  type SigmaRule,
  TARGET_IDS,
  type TargetId,
} from '@tripline/sigma';
import fc from 'fast-check';
import { randomRule } from './support/random-rule.js';

/** A log source with fields that a rule may use; all of them ignore case. */
interface Source {
  readonly logsource: Readonly<Record<string, string>>;
  readonly texts: readonly string[];
}

const WRITTEN: Readonly<
  Record<string, { readonly target: TargetId; readonly language: QueryLanguage; readonly sources: readonly Source[] }>
> = {
  KQL: {
    target: 'siem_kql',
    language: 'kql',
    sources: [
      {
        logsource: { product: 'windows', category: 'process_creation' },
        texts: ['Image', 'CommandLine', 'ParentImage', 'OriginalFileName'],
      },
      { logsource: { product: 'windows', category: 'registry_set' }, texts: ['TargetObject', 'Details', 'Image'] },
      { logsource: { product: 'windows', category: 'ps_script' }, texts: ['ScriptBlockText'] },
      {
        logsource: { product: 'aws', service: 'cloudtrail' },
        texts: ['userAgent', 'requestParameters.userName', 'userIdentity.arn'],
      },
      {
        logsource: { product: 'okta', service: 'okta' },
        texts: ['actor.alternateId', 'actor.displayName', 'displayMessage'],
      },
    ],
  },
  SPL: {
    target: 'siem_spl',
    language: 'spl',
    sources: [
      {
        logsource: { product: 'windows', category: 'process_creation' },
        texts: ['Image', 'CommandLine', 'ParentImage', 'OriginalFileName'],
      },
      {
        logsource: { product: 'windows', service: 'security' },
        texts: ['SubjectUserName', 'ProcessName', 'ObjectName'],
      },
      {
        logsource: { product: 'aws', service: 'cloudtrail' },
        texts: ['userAgent', 'requestParameters.userName'],
      },
      { logsource: { product: 'linux', service: 'auditd' }, texts: ['exe', 'comm', 'key'] },
    ],
  },
  Lucene: {
    target: 'siem_lucene',
    language: 'lucene',
    sources: [
      {
        logsource: { product: 'windows', category: 'process_creation' },
        texts: ['Image', 'CommandLine', 'ParentImage', 'OriginalFileName'],
      },
      { logsource: { product: 'linux', category: 'process_creation' }, texts: ['Image', 'CommandLine', 'ParentImage'] },
      { logsource: { product: 'windows', category: 'file_event' }, texts: ['Image', 'TargetFilename'] },
      {
        logsource: { product: 'aws', service: 'cloudtrail' },
        texts: ['userAgent', 'userIdentity.arn', 'errorMessage'],
      },
    ],
  },
  'OpenSearch Lucene': {
    target: 'siem_dql',
    language: 'lucene',
    sources: [
      {
        logsource: { product: 'windows', category: 'process_creation' },
        texts: ['Image', 'ParentImage', 'OriginalFileName'],
      },
      { logsource: { product: 'windows', service: 'security' }, texts: ['ProcessName', 'ObjectName'] },
    ],
  },
};

const PIECES = [
  'cmd',
  'CMD',
  '.exe',
  '\\',
  '"',
  "'",
  ' ',
  '-e',
  '/',
  'é',
  '10',
  '(',
  '{',
  '%',
  '.',
  '|',
  '=',
  'and',
  'x:y',
];
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
const MODIFIERS = [
  '',
  '|contains',
  '|startswith',
  '|endswith',
  '|cased',
  '|contains|cased',
  '|contains|all',
  '|endswith|all',
];
const EXPRESSIONS = ['cmd.*', '^\\\\?c', '"$', '[0-9]{2}', '\\.exe$', '(a|-e)', '\\(\\{'];
const CONDITIONS = [
  'a',
  'a and b',
  'a or b',
  'a and not b',
  'not (a or b) or c',
  'a and not (b and not c)',
  '(a or b) and not c',
  'c and not 1 of them',
  'not a',
];

function items({ logsource, texts }: Source): fc.Arbitrary<Record<string, unknown>> {
  const field = fc.constantFrom(...texts);
  // A path that begins with a slash is none of Windows: of a query that asks for one the reader leaves the system open.
  const values = logsource['product'] === 'windows' ? patterns.filter((value) => !value.startsWith('/')) : patterns;
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(field, fc.constantFrom(...MODIFIERS), fc.array(values, { minLength: 1, maxLength: 3 }))
        .map(([name, how, given]) => ({
          [name + how]: how.endsWith('all') && given.length === 1 ? [...given, 'e'] : given,
        })),
    },
    fc
      .tuple(field, fc.constantFrom('', '|i'), fc.constantFrom(...EXPRESSIONS))
      .map(([name, flags, source]) => ({ [`${name}|re${flags}`]: source })),
    fc.tuple(field, fc.boolean()).map(([name, there]) => ({ [`${name}|exists`]: there })),
    field.map((name) => ({ [name]: null })),
  );
}

function selection(source: Source): fc.Arbitrary<unknown> {
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .array(items(source), { minLength: 1, maxLength: 2 })
        .map((list) => Object.assign({}, ...list) as unknown),
    },
    { weight: 1, arbitrary: fc.array(items(source), { minLength: 2, maxLength: 3 }) },
  );
}

function ruleOf(text: string): SigmaRule {
  const { documents, errors } = parseSigma(text);
  const [rule] = documents;
  if (rule?.kind !== 'rule') throw new Error(`no rule: ${errors[0]?.message}: ${text}`);
  return rule;
}

function written(rule: SigmaRule, target: TargetId): { readonly query: string; readonly exact: boolean } {
  const conversion = convert(rule, { documents: [rule], errors: [] }, target);
  if (!conversion.ok) throw conversion.error;
  return {
    query: conversion.queries[0] ?? '',
    exact: conversion.notes.every(({ code }) => INFORMATIVE_NOTES.has(code)),
  };
}

describe.each(Object.entries(WRITTEN))('%s', (_, { target, language, sources }) => {
  test.each(sources.map((source) => [Object.values(source.logsource).join('/'), source] as const))(
    'a rule of %s that is written and read again matches the same events, and converts to all six',
    (_name, source) => {
      let [drawn, read] = [0, 0];
      fc.assert(
        fc.property(
          fc.tuple(selection(source), selection(source), selection(source)),
          fc.constantFrom(...CONDITIONS),
          fc.array(fc.record(Object.fromEntries(source.texts.map((name) => [name, words])), { requiredKeys: [] }), {
            minLength: 1,
            maxLength: 6,
          }),
          ([a, b, c], condition, events) => {
            drawn++;
            const rule = ruleOf(
              JSON.stringify({ title: 'Probe', logsource: source.logsource, detection: { a, b, c, condition } }),
            );
            const { query, exact } = written(rule, target);
            const reading = readQuery(query, language);
            // A condition that no event or every event of the log satisfies is not a rule.
            if (!reading.ok && /asks nothing|no event/.test(reading.error.message)) return;
            if (!reading.ok) throw new Error(`${query}\n${reading.error.message}`);
            read++;
            expect([query, reading.logsource]).toEqual([query, source.logsource]);
            const again = ruleOf(reading.yaml);
            const isExact = exact && reading.notes.every(({ code }) => code !== 'widened');
            for (const event of events as SigmaEvent[]) {
              const { matched } = matchRule(rule, event);
              if (matched || isExact)
                expect([query, reading.yaml, event, matchRule(again, event).matched]).toEqual([
                  query,
                  reading.yaml,
                  event,
                  matched,
                ]);
            }
            for (const other of TARGET_IDS) written(again, other);
          },
        ),
        { numRuns: 200 },
      );
      expect(read).toBeGreaterThan(drawn / 2);
    },
  );
});

const BARE: readonly (readonly [QueryLanguage, TargetId])[] = [
  ['kql', 'siem_kql'],
  ['spl', 'siem_spl'],
  ['lucene', 'siem_lucene'],
];

test.each(BARE)(
  'any rule in %s without a field map, read for a log source that is named, matches the same events or is refused with a reason',
  (language, target) => {
    const values = fc.oneof(
      fc.constantFrom('a', 'B', 'ab', 'a b', '10.1.2.3', 'fe80::1', '3', 'word'),
      fc.integer({ min: -3, max: 5 }),
      fc.boolean(),
    );
    const event = fc.record({ F: values, 'G.h': values, G: values, other: values }, { requiredKeys: [] });
    let [drawn, read] = [0, 0];
    fc.assert(
      fc.property(randomRule, fc.array(event, { minLength: 1, maxLength: 6 }), (rule, events) => {
        // Kusto does not distinguish an empty text from a missing one.
        fc.pre(language !== 'kql' || !JSON.stringify(rule.conditions).includes('"shape":"exact","literal":""'));
        // A search matches parts of a time by the digits of its text, so the query does not find a time stored as a number either.
        fc.pre(language !== 'spl' || !JSON.stringify(rule.conditions).includes('"op":"time"'));
        drawn++;
        const conversion = convert(rule, { documents: [rule], errors: [] }, target, { pipeline: 'none' });
        if (!conversion.ok) throw conversion.error;
        const [query = ''] = conversion.queries;
        const reading = readQuery(query, language, { logsource: { product: 'any' } });
        if (!reading.ok) {
          expect([query, reading.error.code, reading.error.message]).toEqual([
            query,
            'UnreadableQuery',
            expect.any(String),
          ]);
          return;
        }
        read++;
        const again = ruleOf(reading.yaml);
        const isExact =
          conversion.notes.every(({ code }) => INFORMATIVE_NOTES.has(code)) &&
          reading.notes.every(({ code }) => code !== 'widened');
        for (const each of events as SigmaEvent[]) {
          const { matched } = matchRule(rule, each);
          if (matched || isExact)
            expect([query, reading.yaml, each, matchRule(again, each).matched]).toEqual([
              query,
              reading.yaml,
              each,
              matched,
            ]);
        }
      }),
      { numRuns: 500 },
    );
    expect(read).toBeGreaterThan(drawn / 2);
  },
);
