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
    'The trojan connects to mallard22[.]hopto[.]org on TCP port 5151 for orders.',
    'Its orders come from mallard22[.]hopto[.]org over port 5151.',
  ])('is looked for by name, and by both where hosts connect: %s', async (text) => {
    const rules = await rulesOf(text);
    expect(rules.find(({ log }) => log === 'windows/dns-query')?.yaml).toContain('mallard22.hopto.org');
    const connection = rules.find(({ log }) => log === 'windows/network-connection')?.yaml;
    expect(connection).toContain("DestinationHostname|endswith: '.mallard22.hopto.org'");
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

  it.each([
    ['The implant beacons to 203.0.114.9:8443 once a minute.', 8443],
    ['| 203[.]0[.]114[.]9:7443 | C2 |', 7443],
    ['203.0.114.9 port 2121 - trojan traffic after the infection', 2121],
    ['Its orders come from 203.0.114.9 over TCP port 4782.', 4782],
    ['Its C2 server is 203.0.114.9:51234.', 51_234],
  ])('is an address with its port as well: %s', async (text, port) => {
    const rule = (await rulesOf(text)).find(({ yaml }) => yaml.includes('DestinationPort'));
    expect(rule?.log).toBe('windows/network-connection');
    expect(rule?.yaml).toContain(`DestinationIp: '203.0.114.9'\n        DestinationPort: ${port}`);
  });

  it('is one rule of all addresses with their ports', async () => {
    const rules = await rulesOf('C2 servers:\n\n- 203.0.114.9:7443\n- 203.0.115.9:7444\n- 203.0.116.9:7443');
    const [rule, ...more] = rules.filter(({ yaml }) => yaml.includes('DestinationPort'));
    expect(more).toEqual([]);
    expect(rule?.yaml).toContain('DestinationPort: 7444');
  });

  it('is not asked for once more where a list has its address whatever the port', async () => {
    const text = 'The implant beacons to 203.0.114.9:8443 once a minute.';
    const [rule, ...more] = (await rulesOf(`${text} It was seen at 203.0.114.9 since May.`)).filter(({ yaml }) =>
      yaml.includes('203.0.114.9'),
    );
    expect(more).toEqual([]);
    expect(rule?.yaml).toContain("DestinationIp: '203.0.114.9'\n    condition");
  });

  it.each([
    'The request came from 203.0.114.9:52114 at night.',
    'The implant gets its orders from 203.0.114.9:443.',
    'From 203.0.114.9 port scans were seen, 8533 of them.',
    'The implant has version 203.0.114.9:8:4.',
    'The implant beacons to 203.0.114.9:4443-4450, one after the other.',
    'The implant beacons to 203.0.114.9. Port 445 is then used to reach other hosts.',
    'Its server is 203.0.114.9; port 3389 of the hosts is open to it.',
    'It calls 203.0.114.9.\n\nPort 5985 of the hosts is open.',
  ])('has no port of the web or of a caller, and no other number: %s', async (text) => {
    expect((await rulesOf(text)).map((rule) => rule.yaml).join('\n')).not.toContain('DestinationPort');
  });
});
