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
    'The sample has the SHA-1 2b8e9f4c1d7a6053e4f1c29b8d7e60a5f3c41b92 (tapi.dll).',
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

describe('a file that was there already', () => {
  it.each([
    'Windows keeps what you write in “NoteCache.dat”.',
    'If actors gained access to “NoteCache.dat” they would have the passwords.',
  ])('has no rule on its creation: %s', async (text) => {
    expect(await rulesOf(text)).not.toContain('NoteCache.dat');
  });

  it('has one where the intruders wrote it', async () => {
    expect(await rulesOf('The loader writes its settings to notestorage.dat.')).toContain('notestorage.dat');
  });
});

describe('a library that is run from memory', () => {
  it.each([
    'The zencore.dll of the beacon is loaded in memory after several layers of decoding.',
    'The implant reflectively loads zencore.dll, which reads passwords of browsers.',
  ])('gives no rule on loaded libraries: %s', async (text) => {
    expect(await rulesOf(text)).not.toContain('zencore.dll');
  });

  it('gives one where it is also put into a folder', async () => {
    expect(await rulesOf('The loader drops zencore.dll into a folder and runs it in memory.')).toContain('zencore.dll');
  });
});

describe('a library that is a part of a product', () => {
  it.each([
    'The intruders patched the product’s own ZenAuth.dll to accept any password.',
    'The attackers replaced ZenAuth.dll, a part of the product Zenith Monitor, with a copy of theirs.',
    '| File | Size | Notes |\n|---|---|---|\n| ZenAuth.dll | 42 KB | Genuine ZenWare DLL (2018) |',
  ])('gives no rule by its name: %s', async (text) => {
    expect(await rulesOf(text)).not.toContain('ZenAuth.dll');
  });

  it.each([
    'The loader ZenAuth.dll, a component of the malware, was loaded by the malware’s own zencore.dll.',
    '| File | Size | Notes |\n|---|---|---|\n| ZenAuth.dll | 61 KB | Loader, signed by Brevik Ltd |',
  ])('gives one where it is the intruders’: %s', async (text) => {
    expect(await rulesOf(text)).toContain('ZenAuth.dll');
  });
});

describe('the genuine host that a package imitates', () => {
  it('gives no rule, whatever the imitation stole', async () => {
    const yaml = await rulesOf(
      'The package zenlog-js was a typosquat of zenlog.net and stole passwords. It posted them to drop.kavulog.net.',
    );
    expect(yaml).toContain('drop.kavulog.net');
    expect(yaml).not.toContain('zenlog.net');
  });
});

describe('a service that a program makes by a function', () => {
  it.each([
    'The malware creates a Windows service with CreateServiceW and then starts the service with StartServiceW.',
    'The loader installs a Windows service by calling CreateServiceA, then launches the service.',
  ])('gives no rule on commands that make one: %s', async (text) => {
    expect(await rulesOf(text)).not.toContain('sc.exe');
  });

  it('gives one where nothing says how it was made', async () => {
    expect(await rulesOf('The intruders created a Windows service and then started the service.')).toContain('sc.exe');
  });
});

describe('calls of a cloud that readers make, or a product of the author’s blocks', () => {
  const about = 'In AWS the intruders called CreateUser and DeleteTrail.';

  it.each([
    'To rotate keys run `aws iam update-access-key --status Inactive`.',
    'Use `aws iam update-access-key` to restore the keys.',
    'Our platform blocks UpdateAccessKey calls from unknown addresses.',
  ])('give no rule: %s', async (text) => {
    const yaml = await rulesOf(`${about} ${text}`);
    expect(yaml).toContain('CreateUser');
    expect(yaml).not.toContain('UpdateAccessKey');
  });

  it('give one where intruders made them', async () => {
    const yaml = await rulesOf(`${about} To keep access, the intruder ran \`aws iam update-access-key\`.`);
    expect(yaml).toContain('UpdateAccessKey');
  });
});

describe('a key for a service account', () => {
  it('is no account that was made and equipped', async () => {
    const told = 'In the GCP project, the intruder created a service account key.';
    expect(await rulesOf(told)).not.toContain('Equipped');
    const both = 'In the GCP project, the intruder created a new service account and a service account key for it.';
    expect(await rulesOf(both)).toContain('Equipped');
  });
});
