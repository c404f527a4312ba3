import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

const EXPLOIT = 'CVE-2031-7001 is exploited with a request to /desk/attach/put.cgi?d=../../pub/ on ticket systems';

async function agentRules(text: string): Promise<readonly string[]> {
  const { rules } = generate(await textAdvisory(text));
  return rules
    .filter(({ yaml }) => yaml.includes('headers.User-Agent'))
    .map(({ platform, yaml }) => `${platform} ${yaml}`);
}

describe('the user agent of the tool that sends an exploit', () => {
  it('is a rule of both firewalls when nobody else writes it', async () => {
    const rules = await agentRules(`${EXPLOIT}, sent with the user agent marten-probe/0.7 by the actor.`);
    expect(rules.map((rule) => rule.split(' ')[0])).toEqual(['waf-1', 'waf-2']);
    for (const rule of rules) expect(rule).toContain("User-Agent|contains: 'marten-probe/0.7'");
  });

  it('is none when common tools and browsers write it', async () => {
    expect(await agentRules(`${EXPLOIT}, sent with the user agent curl/8.4.0 by the actor.`)).toEqual([]);
  });

  it('is none where malware calls home with it and no request to a site is told', async () => {
    expect(await agentRules('The loader calls home with the user agent marten-probe/0.7 every hour.')).toEqual([]);
  });
});

describe('addresses', () => {
  it('from which requests came are looked for among a firewall’s clients, not among an endpoint’s destinations', async () => {
    const { rules } = generate(await textAdvisory(`${EXPLOIT}. Requests came from 203.0.114.9 and 203.0.114.10.`));
    const of = (part: string) => rules.filter(({ yaml }) => yaml.includes(part));
    expect(of('transaction.client_ip')[0]?.yaml).toContain("- '203.0.114.10'");
    expect(of('httpRequest.clientIp')).toHaveLength(1);
    expect(of('DestinationIp')).toEqual([]);
  });

  it('of the actor’s servers stay destinations', async () => {
    const { rules } = generate(await textAdvisory(`${EXPLOIT}. The implant then calls 203.0.114.9 on port 8443.`));
    expect(rules.some(({ yaml }) => yaml.includes('DestinationIp'))).toBe(true);
    expect(rules.some(({ yaml }) => yaml.includes('client_ip'))).toBe(false);
  });
});

describe('paths that malware asks of its own servers', () => {
  it.each([
    'The beacon asks its C2 for /quill/status.php every hour.',
    'Its configuration holds /data9.php?version=%u&user=%08x for the report.',
    '| 203.0.114.9 | /quill-styles.html |',
  ])('are no requests to a site: %s', async (text) => {
    const { rules } = generate(
      await textAdvisory(`A vulnerability was exploited, and HTTP requests were seen.\n\n${text}\n\nThe end is near.`),
    );
    expect(rules.filter(({ platform }) => platform?.startsWith('waf'))).toEqual([]);
  });
});
