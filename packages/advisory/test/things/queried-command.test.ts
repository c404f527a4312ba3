import { generate } from '@tripline/advisory';
import { markdownAdvisory } from '../support/documents.js';

async function detectionsOf(query: string): Promise<string> {
  const text = `# An intrusion on macOS\n\nThe stealer ran on Macs of a bank with macOS. We hunted for it.\n\n\`\`\`sql\n${query}\n\`\`\`\n`;
  const { rules } = generate(await markdownAdvisory(text), { targets: [] });
  return rules.map(({ yaml }) => yaml.slice(yaml.indexOf('logsource:'))).join('\n');
}

describe('what a query in SQL looks for', () => {
  it.each([
    ["SELECT pid FROM process_events WHERE cmdline LIKE '%do shell script with heron%'", 'do shell script with heron'],
    ["select * from processes where uid = 0 and p.cmdline = 'heronctl --join fen'", 'heronctl --join fen'],
    ["SELECT pid\nFROM process_events\nWHERE commandline ILIKE\n'%/tmp/.fen run all%'", undefined],
  ])('is drafted as a part of command lines: %s', async (query, value) => {
    const yaml = await detectionsOf(query);
    if (value === undefined) expect(yaml).not.toContain('CommandLine');
    else expect(yaml).toContain(`CommandLine|contains: '${value}'`);
  });

  it('is drafted as what a client calls itself', async () => {
    const yaml = await detectionsOf(
      "SELECT url FROM http WHERE user_agent = 'FenSync/2.1 (macOS)' OR url LIKE '%/fen%'",
    );
    expect(yaml).toContain("c-useragent|contains: 'FenSync/2.1 (macOS)'");
  });

  it.each([
    "SELECT pid FROM process_events WHERE cmdline NOT LIKE '%do shell script with heron%'",
    "SELECT pid FROM process_events WHERE cmdline LIKE '%curl%'",
    "SELECT cmdline FROM process_events; UPDATE x SET cmdline = 'do shell script with heron'",
    "The cmdline = 'do shell script with heron' of a test",
  ])('is none where it is left out, everybody’s or no condition: %s', async (query) => {
    expect(await detectionsOf(query)).not.toContain('CommandLine');
  });
});

describe('what a query in SQL of a section for readers looks for', () => {
  it('is the client of a request, as its command lines are', async () => {
    const text =
      "# Heron\n\nThe intruders ran the Heron backdoor.\n\n## Hunting queries\n\n```sql\nSELECT url FROM http WHERE user_agent LIKE '%FenSync/2.1%'\n```\n";
    const { rules } = generate(await markdownAdvisory(text), { targets: [] });
    expect(rules.map(({ yaml }) => yaml).join()).toContain("c-useragent|contains: 'FenSync/2.1'");
  });
});
