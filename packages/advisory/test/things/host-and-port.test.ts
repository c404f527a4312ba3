import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

const BEFORE = 'The intruders ran heron.exe on Windows hosts. It loads from fog[.]heronhost[.]net at first.';

async function rulesOf(text: string) {
  return generate(await textAdvisory(`${BEFORE}\n\n${text}`)).rules;
}

describe('a host with its port', () => {
  it.each([
    'Its server is stored in the sample as “mallard22.hopto.org:5151”, encrypted.',
    'The trojan connects to "mallard22.hopto.org:5151" for orders.',
    'The trojan connects to mallard22[.]hopto[.]org:5151 for orders.',
    'The trojan connects to mallard22[.]hopto[.]org[:]5151 for orders.',
  ])('is looked for by name, and by both where hosts connect: %s', async (text) => {
    const rules = await rulesOf(text);
    expect(rules.find(({ log }) => log === 'windows/dns-query')?.yaml).toContain('mallard22.hopto.org');
    const connection = rules.find(({ log }) => log === 'windows/network-connection')?.yaml;
    expect(connection).toContain("DestinationHostname|endswith: 'mallard22.hopto.org'");
    expect(connection).toContain('DestinationPort: 5151');
  });

  it.each([
    'The proxy of the victim is "proxy.mallard.example:3128" by default.',
    'The update comes from "www.microsoft.com:443" as always.',
    'The code is at mallard22.hopto.org:5151 in the picture.',
    'The code “mallard22.hopto.org:5151:7” is no address.',
  ])('gives nothing where it is reserved, well known or not in quotes: %s', async (text) => {
    const yaml = (await rulesOf(text)).map((rule) => rule.yaml).join('\n');
    expect(yaml).not.toMatch(/mallard|microsoft\.com|DestinationPort/);
  });

  it('is no host of Windows in a text about a cloud', async () => {
    const { rules } = generate(
      await textAdvisory(
        'With stolen AWS keys they called RunInstances in CloudTrail. AWS accounts paid for EC2 instances of AWS, which mined at mallard22[.]hopto[.]org:5151.',
      ),
    );
    expect(rules.some(({ log }) => log === 'windows/network-connection')).toBe(false);
  });

  it('has no port where a path follows', async () => {
    const rules = await rulesOf('The trojan connects to hxxp://mallard22[.]hopto[.]org:5151/gate for orders.');
    expect(rules.some(({ log }) => log === 'windows/network-connection')).toBe(false);
  });
});
