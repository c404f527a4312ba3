import { generate } from '@tripline/advisory';
import { markdownAdvisory } from '../support/documents.js';

const STORY =
  '# CVE-2031-4401 in Heron Desk\n\nA vulnerability of the ticket server is exploited with one HTTP request.\n\n';

async function webRules(text: string): Promise<string> {
  const { rules } = generate(await markdownAdvisory(STORY + text), { targets: [] });
  return rules
    .filter(({ log }) => log === 'network/webserver')
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('a request whose path is written without its first slash', () => {
  it.each([
    [
      'a servlet with a parameter',
      'They send a POST request to hrndesk/servlet/Restore?op=import.',
      'hrndesk/servlet/Restore',
    ],
    [
      'a page that the server runs',
      'Attackers use a GET request for the page `hrndesk/otter/put.jsp` first.',
      'hrndesk/otter/put.jsp',
    ],
    [
      'a path right behind the method',
      'The first step is POST hrndesk/otter.json?@heron/mapi=1 each time.',
      'hrndesk/otter.json',
    ],
  ])('is looked for on the web server: %s', async (_, text, path) => {
    const yaml = await webRules(text);
    expect(yaml).toContain(`'${path}'`);
    expect(yaml).toMatch(/cs-method: '(?:POST|GET)'/);
  });

  it.each([
    ['another word with a slash', 'They send a POST request to and/or from the server.'],
    ['a host', 'They send a GET request to heron-fog.net/otter/put.php first.'],
    ['what no method asks for', 'The advisory is at hrndesk/otter/put.jsp in the archive.'],
  ])('is none: %s', async (_, text) => {
    expect(await webRules(text)).not.toContain('cs-uri-stem');
  });
});
