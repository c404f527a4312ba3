import { readFileSync } from 'node:fs';
import { convert, parseSigma } from '@tripline/sigma';

const page = readFileSync(new URL('../../../docs/targets/kql.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```yaml\n(.*?)```\n```kql\n(.*?)\n```/gs)].map(([, rule = '', query = '']) => {
  const title = [...rule.matchAll(/^title: (.*)$/gm)].at(-1)?.[1] ?? '';
  return [title, rule, query] as const;
});

describe('docs/targets/kql.md', () => {
  it('shows examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(4);
  });

  it.each(examples)('shows what the converter writes for %s', (_, rule, query) => {
    const collection = parseSigma(rule);
    const document = collection.documents.at(-1);
    if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
    expect(convert(document, collection, 'siem_kql')).toMatchObject({ ok: true, queries: [query] });
  });
});
