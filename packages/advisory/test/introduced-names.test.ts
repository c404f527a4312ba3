import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

async function yamlOf(text: string, log: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`An intrusion on Windows hosts of a bank.\n\n${text}`));
  return rules
    .filter((rule) => rule.log === log)
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('a short name, or one of an ordinary ending', () => {
  it.each([
    ['The actors ran a PowerShell script named “hx.ps1” on each host.', '\\hx.ps1'],
    ['The loader decrypts the payload called "heron.fog.xml" in memory.', '\\heron.fog.xml'],
    ['It drops the malware components (fogview.exe, hx.dat, and heron.fog.xml) on the host.', '\\hx.dat'],
    ['It drops the malware components (fogview.exe, hx.dat, and heron.fog.xml) on the host.', '\\heron.fog.xml'],
    ['The intruders planted the web shell “hrnx.ashx” there.', '\\hrnx.ashx'],
  ])('is looked for where the text introduces it as the intruder’s: %s', async (text, value) => {
    expect(await yamlOf(text, 'windows/file-event')).toContain(`'${value}'`);
  });

  it('of a library that many programs bring along is none', async () => {
    const text = 'The malicious DLL “jli.dll” loads when the viewer is started by the intruders.';
    expect(await yamlOf(text, 'windows/image-load')).toBe('');
  });

  it('of a library is looked for where it is loaded', async () => {
    const text = 'The malicious DLL “hx.dll” loads when the viewer is started by the intruders.';
    expect(await yamlOf(text, 'windows/image-load')).toContain("'\\hx.dll'");
  });

  it.each([
    'The actors read the settings in “hx.xml” first.',
    'The bank keeps its pages (heron.xml, fog.json) on this server.',
    'Administrators should save the policy in a file named “hx.xml” on each host.',
    'The malware was found with a scanner that is configured by hx.xml there.',
    'The loader drops the payload named “config.xml” there.',
    'It reads the payload from three files (*hx.xml, *hy.xml and *hz.xml) of the host.',
    'The payload named “77.xml” is large.',
    'All of the malware is listed in a file named “heron-iocs.json” below.',
  ])('gives nothing where it does not: %s', async (text) => {
    expect(await yamlOf(text, 'windows/file-event')).not.toMatch(/\.(?:xml|json)/);
  });
});
