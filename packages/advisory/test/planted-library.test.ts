import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

async function loadedOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`The intruders broke into the Windows hosts of a bank.\n\n${text}`), {
    targets: [],
  });
  return rules
    .map(({ yaml }) => yaml)
    .filter((yaml) => yaml.includes('ImageLoaded'))
    .join('\n');
}

describe('a library under a name of Windows', () => {
  it.each([
    ['The actor dropped a malicious version.dll beside the updater.', 'version.dll'],
    ['The loader is placed as wtsapi32.dll for DLL search order hijacking.', 'wtsapi32.dll'],
    ['The updater of FenDesk was used to sideload dbghelp.dll, which decrypts the implant.', 'dbghelp.dll'],
    [
      'It copies fensat7.exe and winmm.dll to a folder. The hijacked library (winmm.dll) runs the payload.',
      'winmm.dll',
    ],
  ])('is looked for outside of its folders where the text says that it was planted: %s', async (text, name) => {
    const yaml = await loadedOf(text);
    expect(yaml).toContain(`ImageLoaded|endswith: '\\${name}'`);
    expect(yaml).toContain('filter_main_system');
  });

  it.each([
    'The implant calls wininet.dll to fetch its tasks.',
    'It hijacks sessions by functions of winhttp.dll, and a planted tool imports urlmon.dll.',
    'It replaces the hooked ntdll.dll with a clean copy, and hijacks scans by a patch of amsi.dll.',
    'Version.dll is a part of Windows.',
  ])('gives no rule where it is only called, patched in memory or named: %s', async (text) => {
    expect(await loadedOf(text)).toBe('');
  });
});
