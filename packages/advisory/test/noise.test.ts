import { readFileSync } from 'node:fs';
import { generate, measureRule, read } from '@tripline/advisory';
import { createMatcher, parseSigma, type SigmaRule } from '@tripline/sigma';
import * as fc from 'fast-check';

function ruleOf(logsource: string, detection: string): SigmaRule {
  const [rule] = parseSigma(
    `title: A rule of this test\nlogsource:\n  ${logsource}\ndetection:\n  selection:\n    ${detection}\n  condition: selection\n`,
  ).documents;
  return rule as SigmaRule;
}

const PROCESS = 'product: windows\n  category: process_creation';
const noiseOf = (logsource: string, detection: string) => measureRule([ruleOf(logsource, detection)]).noise;

/** The everyday events of a category, and the recordings that contain each, as a bit set. */
function everydayEvents(category: string): {
  readonly events: readonly Readonly<Record<string, string>>[];
  readonly recordings: readonly bigint[];
} {
  const data = JSON.parse(readFileSync(new URL('../data/everyday.json', import.meta.url), 'utf8')) as {
    readonly sets: readonly string[];
    readonly tables: readonly {
      readonly category: readonly string[];
      readonly fields: readonly string[];
      readonly values: readonly (readonly string[])[];
      readonly rows: string;
    }[];
  };
  const table = data.tables.find((each) => each.category.includes(category));
  const rows = (table?.rows ?? '').split(';').map((row) => row.split(' ').map(Number));
  const events = rows.map(([, ...places]) => {
    const pairs = places.map((place, at) => [table?.fields[at] ?? '', table?.values[at]?.[place] ?? ''] as const);
    return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
  });
  return { events, recordings: rows.map(([set = 0]) => BigInt(`0x${data.sets[set]}`)) };
}

describe('the noise of a rule', () => {
  it('counts the recordings of everyday logs in which a rule fires', () => {
    const noise = noiseOf(PROCESS, 'Image|endswith: \\svchost.exe');
    expect(noise?.of).toBeGreaterThan(40);
    expect(noise?.recordings).toBeGreaterThan(10);
    expect(noise?.recordings).toBeLessThanOrEqual(noise?.of ?? 0);
  });

  it('is none where no everyday event has the value', () => {
    expect(noiseOf(PROCESS, 'CommandLine|contains: tripline-amber-swift')).toMatchObject({ recordings: 0 });
  });

  it('counts two fields together: what each has in many recordings, no event may have at once', () => {
    const both = "Image|endswith: '\\svchost.exe'\n    ParentImage|endswith: '\\cmd.exe'";
    expect(noiseOf(PROCESS, "ParentImage|endswith: '\\cmd.exe'")?.recordings).toBeGreaterThan(2);
    expect(noiseOf(PROCESS, both)?.recordings).toBe(0);
  });

  it.each([
    ['Linux', 'product: linux\n  category: process_creation'],
    ['a cloud', 'product: aws\n  service: cloudtrail'],
    ['a web server', 'category: webserver'],
  ])('is null for %s, of which there is no recording', (_, logsource) => {
    expect(noiseOf(logsource, 'anything|contains: a')).toBeNull();
  });

  it('of a correlation counts the recordings that hold an event of every rule', () => {
    const frequent = ruleOf(PROCESS, 'Image|endswith: \\svchost.exe');
    const absent = ruleOf(PROCESS, 'Image|endswith: \\amber-swift.exe');
    expect(measureRule([frequent, absent]).noise).toMatchObject({ recordings: 0 });
    expect(measureRule([frequent, frequent]).noise).toEqual(measureRule([frequent]).noise);
  });

  it('says what running the rule over every everyday event says', () => {
    const { events, recordings } = everydayEvents('registry_set');
    const piece = fc
      .tuple(
        fc.constantFrom(...events),
        fc.constantFrom('TargetObject', 'Details', 'Image'),
        fc.nat(40),
        fc.integer({ min: 3, max: 20 }),
      )
      .map(([event, field, from, length]) => ({ field, text: (event[field] ?? 'none').slice(from, from + length) }))
      .filter(({ text }) => /^[\w\\ .-]+$/.test(text));
    const item = fc
      .tuple(piece, fc.constantFrom('contains', 'startswith', 'endswith'), fc.boolean())
      .map(([{ field, text }, modifier, not]) => ({
        line: `${field}|${modifier}: '${text.replaceAll('\\', '\\\\')}'`,
        not,
      }));
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 3 }), fc.constantFrom('and', 'or'), (items, word) => {
        const selections = items.map(({ line }, index) => `  s${index}:\n    ${line}`).join('\n');
        const condition = items.map(({ not }, index) => `${not ? 'not ' : ''}s${index}`).join(` ${word} `);
        const [rule] = parseSigma(
          `title: A rule of this test\nlogsource:\n  product: windows\n  category: registry_set\ndetection:\n${selections}\n  condition: ${condition}\n`,
        ).documents;
        const matcher = createMatcher(rule as SigmaRule);
        const set = events.reduce(
          (all, event, row) => (matcher.matches(event) ? all | (recordings[row] ?? 0n) : all),
          0n,
        );
        expect(measureRule([rule as SigmaRule]).noise?.recordings).toBe(
          [...set.toString(2)].filter((bit) => bit === '1').length,
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('rules of an advisory', () => {
  it('each say how often everyday logs satisfy them', async () => {
    const text =
      'Amber Swift\n\nThe intruders ran rundll32.exe C:\\Users\\Public\\swift.dll,Begin and called CreateAccessKey in AWS from 45.83.122.17.\n';
    const { rules } = generate(await read(new TextEncoder().encode(text)));
    const endpoint = rules.find(({ platform }) => platform === 'endpoint-sysmon');
    expect(endpoint?.noise?.recordings).toBe(0);
    expect(endpoint?.noise?.of).toBeLessThanOrEqual(62);
    expect(rules.find(({ platform }) => platform === 'cloud-audit-1')?.noise).toBeNull();
  });
});
