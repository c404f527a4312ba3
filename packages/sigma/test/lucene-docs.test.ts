import { readFileSync } from 'node:fs';
import { convert, parseSigma } from '@tripline/sigma';

describe.each([
  ['lucene.md', 'siem_lucene', 3],
  ['dql.md', 'siem_dql', 2],
  ['esql.md', 'siem_esql', 3],
] as const)('docs/targets/%s', (file, target, least) => {
  const page = readFileSync(new URL(`../../../docs/targets/${file}`, import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```yaml\n(.*?)```\n```(?:lucene|esql)\n(.*?)\n```/gs)].map(
    ([, rule = '', query = '']) => {
      return [/^title: (.*)$/m.exec(rule)?.[1] ?? '', rule, query] as const;
    },
  );

  it('shows examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(least);
  });

  it.each(examples)('shows what the converter writes for %s', (_, rule, query) => {
    const collection = parseSigma(rule);
    const document = collection.documents.at(-1);
    if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
    expect(convert(document, collection, target)).toMatchObject({ ok: true, queries: [query] });
  });
});
