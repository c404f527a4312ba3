import { readFileSync } from 'node:fs';
import { readQuery } from '@tripline/sigma';

test('the example of the page on reading is what the reader gives', () => {
  const page = readFileSync(new URL('../../../docs/targets/reading.md', import.meta.url), 'utf8');
  const [, query, yaml] = /```kql\n([\s\S]*?)```\n```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const reading = readQuery(query ?? '', 'kql');
  expect(reading.ok ? reading.yaml : reading.error.message).toBe(yaml);
});
