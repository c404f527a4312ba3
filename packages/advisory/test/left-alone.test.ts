import { generate } from '@tripline/advisory';
import { markdownAdvisory } from './support/documents.js';

/** The rules of a report, as text. */
async function rulesOf(text: string): Promise<string> {
  const doc = await markdownAdvisory(
    `# Kovra ransomware\n\nThe intruders broke into Windows hosts of a bank.\n\n${text}\n`,
  );
  return generate(doc, { targets: [] })
    .rules.map(({ yaml }) => yaml)
    .join('\n');
}

describe('what an intruder’s program leaves alone gives no rule', () => {
  it.each([
    'Processes that the ransomware does not kill: chrome.exe, zenlogon.exe, vmwp.exe.',
    'Before it encrypts, it walks the process list and ignores spoolsv.exe, zenlogon.exe and vmwp.exe.',
    'The encryptor avoids encrypting the files desktop.ini, zenlogon.exe and iconcache.db.',
    'The locker skips the following files: bootmgr.efi, zenlogon.exe, kernel.dat.',
    'It will never encrypt C:\\ProgramData\\Zed\\zenlogon.exe.',
    'The whitelist of processes contains:\n\n- firefox.exe\n- zenlogon.exe',
    'Files excluded from encryption:\n\n- C:\\ProgramData\\Zed\\zenlogon.exe\n- desktop.ini',
    '## Excluded from encryption\n\n| Name | Kind |\n|---|---|\n| zenlogon.exe | process |\n| kernel.dat | file |',
    'The ransomware kills the following processes:\n\n- zenlogon.exe\n- sqlzen.exe',
  ])('%s', async (text) => {
    expect(await rulesOf(text)).not.toContain('zenlogon.exe');
  });
});

describe('what an intruder did beside that, or had a product leave alone, gives its rule', () => {
  it.each([
    'The ransomware skips the folders of Windows and drops C:\\ProgramData\\Zed\\zenlogon.exe.',
    'The ransomware did not encrypt the backup server. The intruder then ran C:\\ProgramData\\Zed\\zenlogon.exe.',
    'The malware adds to the exclusion list of Microsoft Defender:\n\n- C:\\ProgramData\\Zed\\zenlogon.exe',
    'The script kills the processes of rivals with these commands:\n\n- taskkill /F /IM zenlogon.exe',
  ])('%s', async (text) => {
    expect(await rulesOf(text)).toContain('zenlogon.exe');
  });
});

describe('a host that readers are sent to gives no rule, wherever else it stands', () => {
  const told = 'The stealer sent its loot to api.kavupanel.top. The stolen token was used against help.brimdesk.net.';

  it.each([
    '## Recommendations\n\nVisit https://help.brimdesk.net/kb/12 to rotate tokens.',
    '## Recommendations\n\nDownload the fixed version from https://help.brimdesk.net/7.2.',
    'Customers can read the details at help.brimdesk.net.',
    'See https://help.brimdesk.net/security for the steps.',
    'More information can be found at help.brimdesk.net.',
  ])('%s', async (text) => {
    const yaml = await rulesOf(`${told}\n\n${text}`);
    expect(yaml).toContain('api.kavupanel.top');
    expect(yaml).not.toContain('help.brimdesk.net');
  });

  it.each([
    '## Recommendations\n\nBlock help.brimdesk.net. Review the logs for requests to https://help.brimdesk.net/gate.php.',
    '## Recommendations\n\nVisit no page of the intruders.\n\n## Indicators of compromise\n\n- help[.]brimdesk[.]net',
  ])('but one that is only blocked, or listed as an indicator, does: %s', async (text) => {
    expect(await rulesOf(`${told}\n\n${text}`)).toContain('help.brimdesk.net');
  });
});

describe('a library that Windows has', () => {
  it.each([
    'The loader loads the following libraries: wininet.dll, rstrtmgr.dll, normaliz.dll and cryptsp.dll.',
    'The malicious program resolves the functions of winsta.dll and mpr.dll by hash.',
    '| API | Library |\n|---|---|\n| SamConnect | samsrv.dll |\n| CredEnumerate | credui.dll |',
  ])('gives no rule where malware only calls it: %s', async (text) => {
    expect(await rulesOf(text)).not.toContain('ImageLoaded');
  });

  it.each([
    'The intruders created a malicious copy of wlanapi.dll beside zenview.exe.',
    'The fake wlanapi.dll is side-loaded and forwards its functions to the real one.',
  ])('gives one where intruders brought another of its name: %s', async (text) => {
    expect(await rulesOf(text)).toContain('wlanapi.dll');
  });
});
