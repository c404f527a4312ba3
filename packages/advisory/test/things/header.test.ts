import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

/** What is told of the headers of a text. */
async function told(text: string): Promise<readonly string[]> {
  const { notKept } = generate(await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`));
  return notKept.filter(({ thing }) => thing === 'http-header').map(({ value, reason }) => `${value}: ${reason}`);
}

describe('a header of the malware’s own', () => {
  it.each([
    'The beacon sends its id in a header named "X-Fen-Id" to the server.',
    'Each request of the implant has the “X-Fen-Id” header.',
    "The server answers only where the custom header 'X-Fen-Id: 77' is there.",
  ])('is told with the reason why no log shows it: %s', async (text) => {
    expect(await told(text)).toEqual(['X-Fen-Id: no log of proxies or web servers has this header']);
  });

  it.each([
    'The beacon sets the "User-Agent" header to that of a browser.',
    'The header "fen" of the file is checked.',
    'The headers of the mail are forged.',
  ])('is none where logs have a field for it, or it is no name: %s', async (text) => {
    expect(await told(text)).toEqual([]);
  });
});
