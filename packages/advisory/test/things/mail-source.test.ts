import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function rulesOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`Intruders sent malware to the Windows hosts of a bank.\n\n${text}`));
  return rules.map(({ yaml }) => yaml).join('\n---\n');
}

describe('an address that mails were sent from', () => {
  it.each([
    '## Indicators\n\nSender IP of the mails: 185.143.223.71',
    'The phishing mails were sent from 185.143.223.71 to the staff.',
    'The originating address of the messages is 185.143.223.71.',
  ])('is looked for in the log of mails, and no host connects to it: %s', async (text) => {
    const rules = await rulesOf(text);
    expect(rules).toContain("source.ip: '185.143.223.71'");
    expect(rules).not.toContain('DestinationIp');
  });

  it.each([
    'The malware connects to the server 185.143.223.71 on port 443.',
    'The data was sent to 185.143.223.71. The mails had a document.',
    'The mails have a document, which connects to 185.143.223.71.',
  ])('is none without words of a sender: %s', async (text) => {
    const rules = await rulesOf(text);
    expect(rules).toContain('DestinationIp');
    expect(rules).not.toContain('source.ip');
  });
});
