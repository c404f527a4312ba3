import {
  bundle,
  createMatcher,
  parseSigma,
  type SigmaRule,
  toEventBridgePattern,
  toMetricFilter,
} from '@tripline/sigma';
import fc from 'fast-check';
import { patternMatches } from './support/event-pattern.js';

function cloudtrail(detection: string, logsource = '{ product: aws, service: cloudtrail }'): SigmaRule {
  const collection = parseSigma(
    `title: A rule\nlogsource: ${logsource}\ndetection:\n${detection.replace(/^/gm, '  ')}`,
  );
  const [rule] = collection.documents;
  if (rule?.kind !== 'rule') throw new Error(collection.errors[0]?.message);
  return rule;
}

const codes = (notes: readonly { code: string }[]) => notes.map(({ code }) => code);

describe('an EventBridge pattern', () => {
  it('names source, detail type and event', () => {
    const { text, notes } = toEventBridgePattern(
      cloudtrail(
        'call:\n  eventSource: cloudtrail.amazonaws.com\n  eventName: [StopLogging, DeleteTrail]\ncondition: call',
      ),
    );
    expect(JSON.parse(text)).toEqual({
      source: ['aws.cloudtrail'],
      'detail-type': ['AWS API Call via CloudTrail'],
      detail: { eventSource: ['cloudtrail.amazonaws.com'], eventName: ['StopLogging', 'DeleteTrail'] },
    });
    expect(notes).toEqual([]);
  });

  it.each([
    [
      'a sign-in has a detail type of its own',
      'eventName: ConsoleLogin',
      { 'detail-type': ['AWS Console Sign In via CloudTrail'] },
    ],
    ['free text ignores case', 'userAgent: Boto', { detail: { userAgent: [{ 'equals-ignore-case': 'Boto' }] } }],
    [
      'a value that AWS spells in another way ignores case',
      'userIdentity.type: root',
      { detail: { userIdentity: { type: [{ 'equals-ignore-case': 'root' }] } } },
    ],
    ['a beginning', 'eventName|startswith: Delete', { detail: { eventName: [{ prefix: 'Delete' }] } }],
    ['an end', 'userAgent|endswith: X', { detail: { userAgent: [{ suffix: { 'equals-ignore-case': 'X' } }] } }],
    ['a part', 'eventName|contains: Trail', { detail: { eventName: [{ wildcard: '*Trail*' }] } }],
    [
      'a range of addresses',
      'sourceIPAddress|cidr: 10.0.0.0/8',
      { detail: { sourceIPAddress: [{ cidr: '10.0.0.0/8' }] } },
    ],
    ['absence', 'errorCode: null', { detail: { errorCode: [null, { exists: false }] } }],
    [
      'a number within an object',
      'requestParameters.maxResults|gt: 5',
      { detail: { requestParameters: { maxResults: [{ numeric: ['>', 5] }] } } },
    ],
  ])('%s', (_, item, expected) => {
    const { text } = toEventBridgePattern(cloudtrail(`sel:\n  ${item}\ncondition: sel`));
    expect(JSON.parse(text)).toMatchObject(expected);
  });

  it('keeps what alternatives share apart from what they do not', () => {
    const { text } = toEventBridgePattern(
      cloudtrail(
        'call:\n  eventName: RunInstances\na:\n  awsRegion: eu-west-1\nb:\n  userIdentity.type: Root\ncondition: call and (a or b)',
      ),
    );
    expect(JSON.parse(text).detail).toEqual({
      eventName: ['RunInstances'],
      $or: [{ awsRegion: ['eu-west-1'] }, { userIdentity: { type: ['Root'] } }],
    });
  });

  it('says that reading calls have to be asked for', () => {
    expect(codes(toEventBridgePattern(cloudtrail('sel:\n  eventName: ListBuckets\ncondition: sel')).notes)).toEqual([
      'query_syntax',
    ]);
  });

  it('leaves out what it cannot express, with a note', () => {
    const { text, notes } = toEventBridgePattern(
      cloudtrail(
        "sel:\n  eventName: PutUserPolicy\n  requestParameters|contains: 'Allow'\n  userAgent|re: ^a\nwords: [x]\ncondition: sel and words",
      ),
    );
    expect(JSON.parse(text).detail).toEqual({ eventName: ['PutUserPolicy'], userAgent: [{ exists: true }] });
    expect(codes(notes)).toEqual(['test_dropped', 'widened_regex', 'test_dropped']);
  });

  // `anything-but` on a list matches if any element differs, so an excluded event may still match.
  it('finds every event the rule finds, and no other where there is no note', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '\\', '"'), minLength: 1, maxLength: 4 });
    const value = fc.string({ unit: fc.constantFrom('a', 'b', '\\*', '\\\\', '*', '?'), minLength: 1, maxLength: 4 });
    const values = fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 3 }));
    const field = fc.constantFrom('userAgent', 'requestParameters.name', 'eventName');
    const item = fc
      .oneof(
        {
          weight: 4,
          arbitrary: fc.tuple(
            field,
            fc.constantFrom('', '|contains', '|startswith', '|endswith', '|contains|all'),
            values,
          ),
        },
        { weight: 1, arbitrary: fc.tuple(field, fc.constantFrom('|exists'), fc.boolean()) },
        {
          weight: 1,
          arbitrary: fc.tuple(
            fc.constant('sourceIPAddress'),
            fc.constant('|cidr'),
            fc.constantFrom('10.0.0.0/8', '192.168.0.0/20'),
          ),
        },
        {
          weight: 1,
          arbitrary: fc.tuple(
            fc.constant('requestParameters.count'),
            fc.constantFrom('', '|gt', '|lte'),
            fc.integer({ min: 0, max: 4 }),
          ),
        },
        { weight: 1, arbitrary: fc.tuple(field, fc.constant(''), fc.constant(null)) },
      )
      .map(([name, modifiers, wanted]) => {
        const list = modifiers === '|contains|all' && !Array.isArray(wanted) ? [wanted, 'a'] : wanted;
        return [`${name}${modifiers}`, list] as const;
      });
    const selection = fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => Object.fromEntries(items));
    const condition = fc.constantFrom(
      's0',
      'not s0',
      's0 and not s1',
      's0 or s1',
      'not (s0 or s1) and s2',
      '(s0 or s1) and (s1 or s2)',
      'not (s0 and s1) or s2',
    );
    const optional = <Value>(inner: fc.Arbitrary<Value>) => fc.option(inner, { nil: undefined });
    const event = fc.record({
      userAgent: optional(text),
      eventName: optional(text),
      sourceIPAddress: optional(fc.constantFrom('10.1.1.1', '192.168.15.9', '192.168.16.1', 'AWS Internal')),
      name: optional(fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 2 }))),
      count: optional(fc.integer({ min: 0, max: 4 })),
    });
    fc.assert(
      fc.property(
        fc.tuple(selection, selection, selection),
        condition,
        fc.array(event, { minLength: 4, maxLength: 6 }),
        (selections, source, events) => {
          const detection = {
            ...Object.fromEntries(selections.map((one, index) => [`s${index}`, one])),
            condition: source,
          };
          const collection = parseSigma(
            JSON.stringify({ title: 'R', logsource: { product: 'aws', service: 'cloudtrail' }, detection }),
          );
          const [rule] = collection.documents;
          if (rule?.kind !== 'rule') throw new Error(collection.errors[0]?.message);
          const pattern = toEventBridgePattern(rule);
          // Tests with fixed examples check which detail types and sources are right.
          const detail = JSON.parse(pattern.text).detail ?? {};
          const exact = pattern.notes.every(({ code }) => code === 'case_plain' || code === 'query_syntax');
          for (const { name, count, ...plain } of events) {
            const one = JSON.parse(
              JSON.stringify({ ...plain, eventID: '1', requestParameters: { name, count } }),
            ) as Record<string, unknown>;
            const expected = createMatcher(rule).matches(one);
            if (patternMatches(detail, one) !== expected && (expected || (exact && !Array.isArray(name)))) {
              throw new Error(
                `the rule ${expected ? 'matches' : 'does not match'} ${JSON.stringify(one)}, but not so\n${pattern.text}`,
              );
            }
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('a metric filter', () => {
  it.each([
    [
      'values in alternatives',
      'eventName: [A, B]\n  eventSource: c',
      '{ (($.eventName = "A") || ($.eventName = "B")) && ($.eventSource = "c") }',
      [],
    ],
    ['wildcards', 'eventName|startswith: Delete', '{ ($.eventName = "Delete*") }', []],
    ['absence', 'errorCode: null', '{ ($.errorCode IS NULL) || ($.errorCode NOT EXISTS) }', []],
    ['presence', 'errorCode|exists: true', '{ ($.errorCode = "*") }', []],
    [
      'presence of what may be a list',
      "requestParameters.layers|contains: '*'",
      '{ ($.requestParameters.layers = "*") || ($.requestParameters.layers[0] = "*") }',
      [],
    ],
    [
      'numbers and booleans, as such or as text',
      'a.b: 5\n  c: true',
      '{ (($.a.b = 5) || ($.a.b = "5")) && (($.c IS TRUE) || ($.c = "true")) }',
      [],
    ],
    ['addresses by octets', 'sourceIPAddress|cidr: 10.1.0.0/16', '{ ($.sourceIPAddress = "10.1.*") }', []],
    [
      'addresses within an octet, wider',
      'sourceIPAddress|cidr: 10.16.0.0/12',
      '{ ($.sourceIPAddress = "10.*") }',
      ['widened_wildcard'],
    ],
    [
      'a value in the spelling of AWS too',
      'additionalEventData.MFAUsed: NO',
      '{ ($.additionalEventData.MFAUsed = "NO") || ($.additionalEventData.MFAUsed = "No") }',
      [],
    ],
    ['a simple regular expression', 'eventName|re: ^Del.*', '{ ($.eventName = %^Del.*%) }', []],
    ['a spelling, with a note', 'userAgent|contains: Boto', '{ ($.userAgent = "*Boto*") }', ['case_plain']],
  ])('says %s', (_, item, expected, notes) => {
    const filter = toMetricFilter(cloudtrail(`sel:\n  ${item}\ncondition: sel`));
    expect(filter.text).toBe(expected);
    expect(codes(filter.notes)).toEqual(notes);
  });

  it('excludes a value without excluding events that lack the field', () => {
    const filter = toMetricFilter(
      cloudtrail('sel:\n  eventName: A\nno:\n  errorCode: [x, y]\ncondition: sel and not no'),
    );
    expect(filter.text).toBe(
      '{ ($.eventName = "A") && ((($.errorCode != "x") && ($.errorCode != "y")) || ($.errorCode NOT EXISTS)) }',
    );
  });

  it('notes a pattern that is too long', () => {
    const names = Array.from({ length: 60 }, (_, index) => `DescribeSomething${index}`).join(', ');
    expect(codes(toMetricFilter(cloudtrail(`sel:\n  eventName: [${names}]\ncondition: sel`)).notes)).toEqual([
      'query_syntax',
    ]);
  });
});

describe('detections of AWS', () => {
  it.each([
    [
      'another product',
      cloudtrail('sel: { a: b }\ncondition: sel', '{ product: okta, service: okta }'),
      'InvalidLogsource',
    ],
    ['a counting rule', cloudtrail('sel: { a: b }\ncondition: sel | count() > 5'), 'InvalidDetection'],
  ])('refuse %s', (_, rule, code) => {
    for (const make of [toEventBridgePattern, toMetricFilter]) {
      expect(() => make(rule)).toThrow(expect.objectContaining({ code }));
    }
  });
});

test.each(['eventbridge', 'metric-filter'] as const)(
  'a template of %s says the level of a rule, for which AWS has no place',
  (format) => {
    const collection = parseSigma(
      'title: A rule\nlevel: high\nlogsource: {product: aws, service: cloudtrail}\ndetection: {s: {eventName: StopLogging}, condition: s}',
    );
    const { files } = bundle(format, [{ document: collection.documents[0] as SigmaRule, collection }]);
    expect(Buffer.from(files[0]?.bytes ?? []).toString()).toMatch(
      /"A rule Level: high\. Sigma rule, version [0-9a-f]{12}\."/,
    );
  },
);
