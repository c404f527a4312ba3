import { type GeneratedRule, generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function driverRules(text: string): Promise<readonly GeneratedRule[]> {
  const doc = await textAdvisory(`The intruders ran heron.exe on Windows hosts.\n\n${text}`);
  return generate(doc, { targets: [] }).rules.filter(({ log }) => log === 'windows/driver-load');
}

describe('drivers', () => {
  it.each([
    'The driver C:\\Windows\\System32\\drivers\\heronfog.sys was loaded to stop security products.',
    'They installed heronfog.sys, an old driver that is vulnerable.',
    'The loader drops HeronFog.sys and registers it as a service.',
  ])('that were brought or loaded are looked for by their names: %s', async (text) => {
    const [rule] = await driverRules(text);
    expect(rule?.yaml.toLowerCase()).toContain("imageloaded|endswith: '\\heronfog.sys'");
  });

  it.each([
    ['are looked for', 'The loader checks whether the driver heronfog.sys of a security product is loaded.'],
    ['are taken away', 'The malware unloads the driver heronfog.sys.'],
    ['are everybody’s', 'The exploit loads code into the memory of tcpip.sys.'],
    ['were never loaded', 'The driver heronfog.sys was never loaded.'],
    ['are named alone', 'The flaw is in heronfog.sys.'],
  ])('that %s are left out', async (_, text) => {
    expect(await driverRules(text)).toEqual([]);
  });
});
