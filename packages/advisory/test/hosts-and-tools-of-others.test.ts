import { generate } from '@tripline/advisory';
import { markdownAdvisory } from './support/documents.js';

/** The rules of a report, as text. */
async function rulesOf(text: string): Promise<string> {
  return generate(await markdownAdvisory(text), { targets: [] })
    .rules.map(({ yaml }) => yaml.slice(yaml.indexOf('\nlogsource:'), yaml.indexOf('\nfalsepositives')))
    .join('\n');
}

const DOH = '`https[:]//203.119.9.9/dns-query` (Fern) and `https[:]//dns.fernres[.]net/dns-query`';
const PAGE = 'The loader fetches https://pixhost[.]to/moss/a9182.png from the image-hosting site pixhost[.]to.';

describe('what is others’, or was not seen in use, gives no rule', () => {
  it.each([
    ['203.119.9.9', `It sends a request to one of these legitimate public DoH resolvers: ${DOH}.`],
    ['dns.fernres.net', `It sends a request to one of these legitimate public DoH resolvers: ${DOH}.`],
    ['pixhost', 'The pictures are kept on the image-hosting site, ‘pixhost[.]to’, and on moss-pulley[.]top.'],
    ['QueryName', PAGE],
    [
      'mimikatz',
      'We found other tools signed with this certificate, such as NetDog and Mimikatz, which may have been used as well.',
    ],
    [
      'repo.destroy',
      'The implant takes URLs from icons stored in a GitHub repository, and the repository has been removed.',
    ],
  ])('%s', async (value, text) => {
    expect(await rulesOf(text)).not.toContain(value);
  });
});

describe('what is the intruders’, or was used by them, gives its rule', () => {
  it.each([
    ['203.119.9.9', `It sends its beacon to one of these servers: ${DOH}.`],
    ['dns.fernres.net', `It sends its beacon to one of these servers: ${DOH}.`],
    ['pixhost.to/moss/a9182.png', PAGE],
    ['mimikatz', 'On the server the intruders used other tools, such as NetDog and Mimikatz, for it.'],
    ['repo.destroy', 'The intruder deleted the GitHub repositories of the company after copying them.'],
  ])('%s', async (value, text) => {
    expect(await rulesOf(text)).toContain(value);
  });
});
