import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function rulesOf(text: string) {
  const doc = await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`);
  return generate(doc, { targets: [] }).rules.filter(({ yaml }) => yaml.includes('DestinationPort'));
}

describe('a port that the intruder’s program speaks at', () => {
  it.each([
    ['The implant listens on TCP port 40275.', [40275]],
    ['The backdoor connects to its server at port 8533.', [8533]],
    ['The loader beacons over ports 4431, 4432 and 4434.', [4431, 4432, 4434]],
  ])('is a hint: %s', async (text, ports) => {
    const [rule] = await rulesOf(text);
    expect(rule?.log).toBe('windows/network-connection');
    expect(rule?.level).toBe('low');
    for (const port of ports) expect(rule?.yaml).toMatch(new RegExp(`\\b${port}\\b`));
  });

  it('is looked for with the address that its sentence names', async () => {
    const [rule] = await rulesOf('The backdoor connects to 203.0.114.9 at port 50275.');
    expect(rule?.yaml).toContain("DestinationIp: '203.0.114.9'");
    expect(rule?.yaml).toContain('DestinationPort: 50275');
  });

  it('is no part of the address behind it', async () => {
    const yaml = (await rulesOf('The backdoor connects to 203.0.114.9 on port 8443, and 203.0.119.7 was next.')).join();
    for (const number of [203, 119, 7]) expect(yaml).not.toContain(`DestinationPort: ${number}\n`);
  });

  it('is the domain’s that stands right before it', async () => {
    const text =
      'The loader came from hxxp://203.0.114.9/x.bin, and the implant speaks to fenhost[.]net over port 7331.';
    const yaml = (await rulesOf(text)).map((rule) => rule.yaml).join();
    expect(yaml).toContain("DestinationHostname|endswith: '.fenhost.net'");
    expect(yaml).not.toContain('203.0.114.9');
  });

  it('is looked for with the address that a list behind its sentence begins with', async () => {
    const [rule] = await rulesOf('This build talks to its C2 server and connects over TCP port 6131:\n\n203.0.114.9');
    expect(rule?.yaml).toContain("DestinationIp: '203.0.114.9'");
    expect(rule?.yaml).toContain('DestinationPort: 6131');
  });

  it.each([
    'The backdoor connects to its server at port 50275.',
    'The backdoor connects to its server at port 443.',
    'The implant never listened on port 40275.',
    'The malware scans for hosts that listen on port 40275.',
    'Administrators should block connections of malware to port 40275.',
    'The service listens on port 40275.',
  ])('is none where networks or domains have it, it is denied, scanned, advised or a product’s: %s', async (text) => {
    expect(await rulesOf(text)).toEqual([]);
  });
});
