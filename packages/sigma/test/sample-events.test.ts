import { createMatcher, type SigmaEvent, sampleEvents } from '@tripline/sigma';
import fc from 'fast-check';
import { plainRule, randomRule } from './support/random-rule.js';
import { readRule } from './support/read.js';

const stored = (events: readonly SigmaEvent[]): SigmaEvent[] => JSON.parse(JSON.stringify(events));

describe('sample events', () => {
  test('of any rule match or do not match it, also after they were stored as JSON', () => {
    fc.assert(
      fc.property(randomRule, (rule) => {
        const { matches } = createMatcher(rule);
        const { match, noMatch } = sampleEvents(rule);
        for (const event of stored(match)) expect([event, matches(event)]).toEqual([event, true]);
        for (const event of stored(noMatch)) expect([event, matches(event)]).toEqual([event, false]);
        expect(match.length).toBeLessThanOrEqual(5);
        expect(noMatch.length).toBeLessThanOrEqual(5);
      }),
      { numRuns: 1000 },
    );
  });

  test('are there for every rule that asks one thing of each field', () => {
    fc.assert(
      fc.property(plainRule, (rule) => {
        expect(sampleEvents(rule).match).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('are the same for the same rule', () => {
    fc.assert(
      fc.property(randomRule, (rule) => expect(sampleEvents(rule)).toEqual(sampleEvents(rule))),
      {
        numRuns: 100,
      },
    );
  });

  test('flip one condition each: a value, one of several texts that are all asked for, a filter', () => {
    const rule = readRule(
      "sel:\n  Image|endswith: '\\certutil.exe'\n  CommandLine|contains|all: [urlcache, http]\nfilter:\n  User: SYSTEM\ncondition: sel and not filter",
    );
    expect(sampleEvents(rule)).toEqual({
      match: [{ Image: 'C:\\Temp\\certutil.exe', CommandLine: 'urlcache http' }],
      noMatch: [
        { Image: 'something-else', CommandLine: 'urlcache http' },
        { Image: 'C:\\Temp\\certutil.exe', CommandLine: 'urlcache' },
        { Image: 'C:\\Temp\\certutil.exe', CommandLine: 'urlcache http', User: 'SYSTEM' },
      ],
    });
  });

  test('show each alternative of the condition, five at most', () => {
    const options = Array.from({ length: 7 }, (_, index) => `s${index}: {Field: value${index}}`);
    const rule = readRule(`${options.join('\n')}\nfilter: {Other: x}\ncondition: 1 of s* and not filter`);
    expect(sampleEvents(rule).match).toEqual([0, 1, 2, 3, 4].map((index) => ({ Field: `value${index}` })));
  });

  test.each([
    ['a regular expression', "F|re: '^(cmd|pwsh)\\.exe -[a-z]{3,5}$'"],
    ['several texts and an end on one field', "F|contains|all: [one, two]\n  F|endswith: '.dll'"],
    ['a start and a regular expression on one field', "F|startswith: 'C:\\'\n  F|re: 'b[0-9]+c'"],
    ['wildcards in the middle', "F: 'a*b?c'"],
    ['a text beside an excluded one', 'F|contains: abc\n  F|neq: abc'],
    ['bounds on a number', 'F|gt: 5\n  F|lt: 7\n  F|neq: 6'],
    ['a network less a part of it', 'F|cidr: 10.0.0.0/24\n  F|neq: 10.0.0.7'],
    ['parts of a time', 'F|hour: 3\n  F|month: 2\n  F|day: 29'],
    ['another field', 'F|fieldref|endswith: G\n  G: abc'],
  ])('are found for %s', (_what, fields) => {
    expect(sampleEvents(readRule(`sel:\n  ${fields}\ncondition: sel`)).match).not.toEqual([]);
  });

  test.each([
    ['a contradiction', 'a: {F: x}\nb: {F: x}\ncondition: a and not b'],
    ['a placeholder that nobody filled', "a: {F|expand: '%names%'}\ncondition: a"],
  ])('that match are missing for %s', (_what, detection) => {
    expect(sampleEvents(readRule(detection)).match).toEqual([]);
  });

  test('that do not match are missing for a rule that always matches', () => {
    expect(sampleEvents(readRule('a: {F: x}\ncondition: a or not a')).noMatch).toEqual([]);
  });

  test('of a rule made to exhaust the search end all the same', () => {
    const wanted = Array.from({ length: 400 }, (_, index) => `  - F|contains: [${index}a, ${index}b, ${index}c]`);
    const excluded = Array.from({ length: 400 }, (_, index) => `  - F|contains: ${index}`);
    const rule = readRule(
      `a:\n${wanted.join('\n')}\nb:\n${excluded.join('\n')}\nc:\n  F|exists: true\ncondition: a and c and not b`,
    );
    expect(sampleEvents(rule).match).toEqual([]);
  });
});
