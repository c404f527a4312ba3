import { type GeneratedRule, generate } from '@tripline/advisory';
import { markdownAdvisory } from '../support/documents.js';

async function proxyRules(text: string): Promise<readonly GeneratedRule[]> {
  const doc = await markdownAdvisory(`# Report\n\nThe intruders ran the loader heron.exe on Windows hosts.\n\n${text}`);
  return generate(doc).rules.filter(({ log }) => log === 'network/proxy');
}

describe('paths without a host', () => {
  it('are looked for in the proxy where a star stands for all hosts of the intruder', async () => {
    const [rule] = await proxyRules('The campaigns have used the same URL path */gate/heron.php since then.');
    expect(rule?.yaml).toContain('/gate/heron.php');
  });

  it.each([
    'The implant sends POST requests to /api/v2/heron/submit.',
    'Each hour the backdoor polls /gate/heron/tasks for commands.',
    'The bot sends its first POST request to /gate/checkin of the server.',
    'The bot asks its server with a POST to /gate/chkhost each hour.',
    'A POST is made to /gate/chkhost and the answer is read.',
  ])('are looked for where malware asks for an interface without a file: %s', async (text) => {
    const [rule] = await proxyRules(text);
    expect(rule?.yaml).toMatch(/c-uri\|contains: '\/(?:api|gate)\//);
  });

  it.each([
    ['The implant sends POST requests to /fenapi/ followed by eight digits and .php.', '/fenapi/*.php'],
    ['Requests are made to URLs beginning with /fenapi/v2/ and ending in .jsp.', '/fenapi/v2/*.jsp'],
    ['The URL path starts with "/wp-fen/" and ends with "/gate.php?b=1".', '/wp-fen/*/gate.php\\?b=1'],
  ])('are looked for by the beginning and the end that are told: %s', async (text, path) => {
    const [rule] = await proxyRules(text);
    expect(rule?.yaml).toContain(`c-uri|contains: '${path}'`);
  });

  it.each([
    'Block requests to URLs that begin with /fenapi/ and end in .php.',
    'The exploit sends a request to /cgi-fen/ followed by the session and ending in .cgi.',
    'The loader writes logs below /var/fen/ followed by the day and .php.',
  ])('are not looked for by their ends where they are advice, an exploit or files: %s', async (text) => {
    expect(await proxyRules(text)).toEqual([]);
  });

  it.each([
    'The attacker uploaded a backdoor by a POST request to /cgi/heron/upload.',
    'The malware sends requests to /cdn-cgi/l/email-protection.',
    'The bot sends GET requests to /gate/checkin of the server.',
    'The vendor documents a POST request to /gate/checkin of the product.',
    'The malware posts to /gate.',
  ])("are left out where they are the victim's or everybody's: %s", async (text) => {
    expect(await proxyRules(text)).toEqual([]);
  });

  it.each([
    'The loader sends the content of /etc/heron/fog.php to its C2 server.',
    'The file **/gate/heron.php** was found on the server.',
    'The report mentions /gate/heron.php once.',
  ])('are left out where they are files: %s', async (text) => {
    expect(await proxyRules(text)).toEqual([]);
  });
});
