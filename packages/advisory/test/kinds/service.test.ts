import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function yamlOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`A Windows intrusion.\n\n${text}`));
  return rules.map(({ yaml }) => yaml).join('\n');
}

describe('services', () => {
  it('know a service by its whole name, points included', async () => {
    const yaml = await yamlOf('It creates a service named heron_fog_v4.0.30229_32, which starts it.');
    expect(yaml).toContain("ServiceName: 'heron_fog_v4.0.30229_32'");
  });

  it('take a service of Windows for the actor’s only where it is made', async () => {
    expect(await yamlOf('It abuses a service named PrintNotify to load the DLL.')).not.toContain('4697');
    expect(await yamlOf('It creates a service named PrintNotify to load the DLL.')).toContain('PrintNotify');
  });

  it('are known by a title too', async () => {
    const yaml = await yamlOf('They created a service titled MarshCheck with a command of their own.');
    expect(yaml).toContain("ServiceName: 'MarshCheck'");
  });

  it('are none that intruders only end', async () => {
    expect(await yamlOf('They stopped the guard, which runs as the service FogGuard on each host.')).not.toContain(
      '4697',
    );
  });

  it('are known by a name in capitals, and by what a driver is loaded as', async () => {
    expect(await yamlOf('Their remote tool installed a service named FOGHRN on each host.')).toContain("'FOGHRN'");
    expect(await yamlOf('They loaded fogbank.sys as the service FogBankDrv to end other tools.')).toContain(
      "ServiceName: 'FogBankDrv'",
    );
    expect(await yamlOf('It abuses a native Windows service called "FogClean" to gain rights.')).not.toContain('4697');
    expect(await yamlOf('They reached a service named VPN on each host.')).not.toContain('ServiceName');
  });

  it.each([
    'On the jump host they installed a systemd service named "grebewatch", which starts with the host.',
    'Persistence on Ubuntu was a service called grebewatch.service that systemd starts.',
  ])('of systemd are looked for as the file of their unit: %s', async (text) => {
    const yaml = await yamlOf(text);
    expect(yaml).toContain("name|endswith: '/grebewatch.service'");
    expect(yaml).not.toContain('4697');
  });

  it.each([
    ['.timer', 'The Linux malware installed a systemd service named grebewatch.timer on the jump host.'],
    ['.socket', 'On Ubuntu it creates a systemd service named grebewatch.socket, which listens.'],
    ['.path', 'The Linux implant created a systemd service called grebewatch.path for that.'],
  ])('of systemd keep the ending of another unit: %s', async (ending, text) => {
    expect(await yamlOf(text)).toContain(`name|endswith: '/grebewatch${ending}'`);
  });

  it.each([
    'A service called MarshHelper_<8 random characters> was installed on each host.',
    'The malware installs a service named "MarshHelper_XXXX", where XXXX are random digits.',
    'They installed a service with a name beginning with "MarshHelper_".',
  ])('are known by the beginning of a name whose rest differs each time: %s', async (text) => {
    expect(await yamlOf(text)).toContain("ServiceName|startswith: 'MarshHelper_'");
  });

  it.each([
    'A service called <random> was installed on each host.',
    'They stopped the service named MarshHelper_<number> on each host.',
    'The service named Backup<random> is installed on each host.',
    'The malware installs a service named Svc-XXXX.',
    'The malware installs a service named BITSXXXX.',
  ])('are none that only ran before, and none by a word of everybody: %s', async (text) => {
    const yaml = await yamlOf(text);
    expect(yaml).not.toContain('startswith');
    expect(yaml).not.toContain('XXXX');
  });

  it.each([
    'A service called MarshHelper7 pointing to a file of the intruder is installed.',
    'The malware creates a service named MarshHelper7 using sc.exe.',
    'A service named MarshHelper7 running as SYSTEM was created.',
    'The loader installed a service named MarshHelper7 disguised as an updater.',
    'A service named MarshHelper7 set to start with the host was installed.',
    'The malware installs a service. The service name was MarshHelper7.',
    'The loader installed a service named "MarshHelper7" containing its command.',
  ])('have names without the words behind them: %s', async (text) => {
    expect(await yamlOf(text)).toContain("ServiceName: 'MarshHelper7'\n");
  });

  it.each([
    'Persistence is achieved by a service called Windows time helper that starts the loader.',
    'The dropper installs itself as a service named Windows time helper.',
  ])('are known by a name of ordinary words without quotes: %s', async (text) => {
    expect(await yamlOf(text)).toContain("ServiceName: 'Windows time helper'");
  });

  it.each([
    'Payments went to a service called Cash for herons before the intrusion.',
    'The malware stopped the service named Windows time helper.',
    'It creates a service named randomly to stay unseen.',
  ])('are none that only have such a name: %s', async (text) => {
    expect(await yamlOf(text)).not.toContain('ServiceName');
  });
});
