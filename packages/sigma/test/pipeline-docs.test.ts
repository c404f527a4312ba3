import { readFileSync } from 'node:fs';
import { listStacks, parsePipeline } from '@tripline/sigma';
import { conversionOf, ruleWith } from './support/pipeline.js';

const PAGE = readFileSync(new URL('../../../docs/pipelines.md', import.meta.url), 'utf8');

function block(language: string): string {
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(PAGE)?.[1];
  if (found === undefined) throw new Error(`the page has no block of ${language}`);
  return found;
}

describe('docs/pipelines.md', () => {
  it('shows a pipeline and what it makes of the rule', () => {
    const rule = ruleWith("{ Image|endswith: '\\cmd.exe', CommandLine|contains: whoami }");
    const made = conversionOf(rule, 'siem_spl', { pipelines: [parsePipeline(block('yaml'))], pipeline: 'none' });
    expect(made.ok && made.queries).toEqual([block('spl')]);
  });

  it('names every stack', () => {
    for (const { id } of listStacks()) expect(PAGE).toContain(`\`${id}\``);
  });
});
