import { readFileSync } from 'node:fs';
import { convert, parseSigma, type TargetId, toEventBridgePattern, toMetricFilter } from '@tripline/sigma';

const PAGES: readonly (readonly [string, TargetId, string])[] = [
  ['udm.md', 'siem_udm', 'udm'],
  ['yaral.md', 'siem_yaral', 'yaral'],
];

describe.each(PAGES)('docs/targets/%s', (file, target, language) => {
  const page = readFileSync(new URL(`../../../docs/targets/${file}`, import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```yaml\n(.*?)```\n```(\w+)\n(.*?)\n```/gs)].map(
    ([, rule = '', fence, query = '']) => {
      const title = [...rule.matchAll(/^title: (.*)$/gm)].at(-1)?.[1] ?? '';
      return [title, rule, fence, query] as const;
    },
  );

  it('shows examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  it.each(examples)('shows what the converter writes for %s', (_, rule, fence, query) => {
    expect(fence).toBe(language);
    const collection = parseSigma(rule);
    const document = collection.documents.at(-1);
    if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
    const conversion = convert(document, collection, target);
    if (!conversion.ok) throw conversion.error;
    expect(conversion.queries.map((text) => text.trimEnd())).toEqual([query]);
  });
});

describe('docs/targets/aws.md', () => {
  it('shows what the rule becomes', () => {
    const page = readFileSync(new URL('../../../docs/targets/aws.md', import.meta.url), 'utf8');
    const [, text = '', pattern, filter] =
      /```yaml\n(.*?)```\n```json\n(.*?)\n```\n```text\n(.*?)\n```/s.exec(page) ?? [];
    const [rule] = parseSigma(text).documents;
    if (rule?.kind !== 'rule') throw new Error('the page has no rule');
    expect(toEventBridgePattern(rule).text).toBe(pattern);
    expect(toMetricFilter(rule).text).toBe(filter);
  });
});
