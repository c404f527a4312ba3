import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function proxyRules(text: string) {
  const { rules } = generate(await textAdvisory(text));
  return rules.filter(({ yaml }) => yaml.includes('category: proxy')).map(({ yaml }) => yaml);
}

describe('requests of malware as they are sent', () => {
  it('give one alternative of path, method and client, and the client no rule of its own', async () => {
    const [yaml] = await proxyRules(
      'The implant reports to its C2 server.\n\nPOST /fen/report.php HTTP/1.1 Accept: */* User-Agent: Mozilla/4.0 (compatible; MSIE 7.0; Fen) Host: %host% Cache-Control: no-cache\n',
    );
    expect(yaml).toContain("c-uri|contains: '/fen/report.php'");
    expect(yaml).toContain("cs-method: 'POST'");
    expect(yaml).toContain("c-useragent|contains: 'Mozilla/4.0 (compatible; MSIE 7.0; Fen)'");
    expect(yaml?.match(/c-useragent/g)).toHaveLength(1);
  });

  it('give a page that many sites have where an odd client asks for it', async () => {
    const [yaml] = await proxyRules(
      'The implant asks its C2 server.\n\nGET /index.php HTTP/1.1 User-Agent: FenSync/2.1 Host: fen-sync.com\n',
    );
    expect(yaml).toContain("c-uri|contains: '/index.php'");
    expect(yaml).toContain("c-useragent|contains: 'FenSync/2.1'");
  });

  it('give the method that stands before a path in a sentence', async () => {
    const [yaml] = await proxyRules(
      'The backdoor sends a POST request to /api/v3/fen/checkin on its command and control server.',
    );
    expect(yaml).toContain("c-uri|contains: '/api/v3/fen/checkin'");
    expect(yaml).toContain("cs-method: 'POST'");
  });

  it.each([
    [
      'a page of the victim',
      'A request was logged by the shop of the victim.\n\nPOST /cart/order.php HTTP/1.1 Host: shop\n',
    ],
    [
      'a page that many sites have, by a browser',
      'The implant asks its C2 server.\n\nGET /wp-login.php HTTP/1.1 User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64)\n',
    ],
    ['a path with a placeholder', 'The implant asks its C2 server.\n\nGET /%path%/a.php HTTP/1.1 Host: a\n'],
    ['a word of a hash', 'The file 0abc2def was stored.\n\nGET /index/page.html HTTP/1.1 Host: a\n'],
  ])('are none for %s', async (_, text) => {
    expect((await proxyRules(text)).join('')).not.toMatch(/order\.php|a\.php|page\.html|wp-login/);
  });
});

describe('addresses of everybody’s hosts that the author broke', () => {
  it('give a rule with the path, without a scheme too', async () => {
    const [yaml] = await proxyRules(
      'The mail of the actor links to (cdn[.]shopify[.]com/s/files/1/77/fenlevy.pdf), which opens.',
    );
    expect(yaml).toContain("'cdn.shopify.com/s/files/1/77/fenlevy.pdf'");
  });

  it.each([
    ['whole addresses', 'The mail of the actor links to cdn.shopify.com/s/files/1/77/fenlevy.pdf, which opens.'],
    ['two names of one host', 'The server is 185.99.2[.]14/fenlevy-sync[.]com of the actor.'],
    ['a host with a placeholder', 'It asks www.%name%[.]com/?levy%rand% of the actor first.'],
  ])('give none for %s', async (_, text) => {
    expect((await proxyRules(text)).join('')).not.toMatch(/c-uri/);
  });
});
