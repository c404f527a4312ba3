import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

/** What is asked of the network connections of programs. */
async function connections(text: string): Promise<string> {
  const doc = await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`);
  return generate(doc, { targets: [] })
    .rules.filter(({ log }) => log === 'windows/network-connection')
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('programs of Windows that seldom talk to a network', () => {
  it.each([
    'The injected regasm.exe initiated several outbound network connections to their server.',
    'Then C:\\Windows\\System32\\regasm.exe beaconed to the server of the intruders.',
    'They started regasm, which then connected to their server.',
    'A connection to their server was made by the regasm.exe process.',
    'We saw beacon traffic from regasm.exe to their server.',
  ])('are looked for where they connect, as the text tells: %s', async (text) => {
    const yaml = await connections(text);
    expect(yaml).toContain("Image|endswith: '\\regasm.exe'");
    expect(yaml).toContain("Initiated: 'true'");
  });

  it('are looked for with what they reached, without which many of them tell nothing', async () => {
    const yaml = await connections('Then rundll32.exe connected to fog-relay7[.]com of the intruders.');
    expect(yaml).toContain("Image|endswith: '\\rundll32.exe'");
    expect(yaml).toContain("DestinationHostname|endswith: '.fog-relay7.com'");
    expect(await connections('Then rundll32.exe connected to the server of the intruders.')).toBe('');
  });

  it.each([
    ['The rundll32.exe process keeps trying to contact its C2 server on 203.0.114.9:9191.', 'rundll32.exe', 9191],
    ['Once it runs, fenhost7.exe connects to fog-relay7[.]com:4433 and waits.', 'fenhost7.exe', 4433],
    ['The injected svchost.exe process beacons to 203.0.114.9:4782 of the intruders.', 'svchost.exe', 4782],
  ])(
    'are looked for with the port as well, and the intruder’s own with what they reached: %s',
    async (text, name, port) => {
      const yaml = await connections(text);
      expect(yaml).toContain(`Image|endswith: '\\${name}'`);
      expect(yaml).toContain(`DestinationPort: ${port}`);
    },
  );

  it.each([
    ['We saw beacon traffic from regasm.exe to 203.0.114.9 on port 2083.', 'regasm.exe', 2083],
    ['The injected svchost.exe process beaconed to fog-relay7[.]com over TCP 4444.', 'svchost.exe', 4444],
    [
      'It was injected into the memory of the svchost.exe process. The DLL makes a connection to the address 203.0.114.9:4433.',
      'svchost.exe',
      4433,
    ],
    [
      'The beacon was injected into dllhost.exe. The injected process then connected to 203.0.114.9 over port 8443.',
      'dllhost.exe',
      8443,
    ],
    ['The loader injects it into fenplay.exe. The RAT speaks to fog-relay7[.]com over port 7331.', 'fenplay.exe', 7331],
    [
      'They migrated into wermgr.exe. From there the injected beacon communicates with 203.0.114.9:8081.',
      'wermgr.exe',
      8081,
    ],
  ])('are looked for with the port in words, and by what was injected into them: %s', async (text, name, port) => {
    const yaml = await connections(text);
    expect(yaml).toContain(`Image|endswith: '\\${name}'`);
    expect(yaml).toContain(`DestinationPort: ${port}`);
  });

  it.each([
    'The beacon was injected into dllhost.exe. The operator then connected to 203.0.114.9 over port 8443.',
    'The beacon was injected into dllhost.exe. The operators of the malware then connected to 203.0.114.9.',
    'The beacon could be injected into dllhost.exe. The injected process then connected to 203.0.114.9.',
    'The beacon ran beside dllhost.exe. The injected process then connected to 203.0.114.9.',
  ])('have no connection of somebody else: %s', async (text) => {
    expect(await connections(text)).not.toContain('dllhost');
  });

  it('are looked for by themselves where all traffic came from what they were injected into', async () => {
    const injected = 'The loader injected itself into the Print Filter Host (printfilterpipelinesvc.exe).';
    const yaml = await connections(`${injected} All further command traffic then came from that process.`);
    expect(yaml).toContain("Image|endswith: '\\printfilterpipelinesvc.exe'");
  });

  it.each([
    ['that do not', 'Then regasm.exe did not connect to their server.'],
    ['of the intruder that reach nothing told', 'Then fenhost7.exe connected to their server.'],
    ['that contact somebody', 'Then svchost.exe contacted the user.'],
    ['that might', 'Then regasm.exe could connect to their server.'],
    ['that connect to no network', 'The process regasm.exe opened a file and made a copy of it.'],
    ['whose object connects', 'Then schtasks.exe created a task that makes connections each hour.'],
    ['that everybody has on the network', 'Then chrome.exe connected to their server.'],
    ['behind the connection of another', 'The connection of fog7.exe ended, and by noon they had started regasm.exe.'],
  ])('%s give no rule', async (_, text) => {
    expect(await connections(text)).toBe('');
  });
});
