import { generate } from '@tripline/advisory';
import { askedIn } from './support/asked.js';
import { markdownAdvisory } from './support/documents.js';

const HASH = '3f1a9c5be2d8476081b2ce94a7f6d0135e8c7ab92d4f6081b3ce95a7f6d01352';
const OTHER = '4f1a9c5be2d8476081b2ce94a7f6d0135e8c7ab92d4f6081b3ce95a7f6d01353';

describe('a name that a product’s own file has gives no rule', () => {
  it.each([
    [
      'FernCore',
      `A trojanised version of it came, a supply chain attack.\n\nFilename: FernCore.Main.Layer.dll\n\nSHA256: ${HASH}`,
    ],
    ['ferncore.dll', 'The trojanised library ferncore.dll came with the update. Its loader is ferncore.dll too.'],
    ['d3dcompiler_47', 'The infected library decrypts shellcode from the overlay of d3dcompiler_47.dll.'],
    ['FernDesk.exe', 'The malicious module is loaded into the infected FernDesk.exe when it is started.'],
    ['FernCrash.exe', 'It is loaded by FernCrash.exe, the executable hosting the DLL.'],
    [
      'drvA.sys',
      `Two weak drivers were installed.\n\n| Filename | SHA256 |\n| --- | --- |\n| drvA.sys | ${HASH} |\n| drvB.sys | ${OTHER} |`,
    ],
    [
      'TargetFilename',
      'The intruders dropped and loaded oldvm64.sys, a legitimate vulnerable driver, on the Windows host.',
    ],
  ])('%s', async (value, text) => {
    expect(await askedIn(text)).not.toContain(value);
  });
});

describe('a name of the intruder’s own gives its rule', () => {
  it.each([
    ['Moss.Core.Layer.dll', 'The intruders dropped the malicious library Moss.Core.Layer.dll on the Windows host.'],
    ['mosscore.dll', 'The malicious library mosscore.dll was dropped on the Windows host.'],
    ['mossdesk.exe', 'The loader dropped and executed mossdesk.exe, which loads nothing.'],
    ['mossdrv.sys', 'The intruders dropped mossdrv.sys and loaded the malicious driver mossdrv.sys.'],
    ['oldvm64.sys', 'The intruders loaded oldvm64.sys, a legitimate vulnerable driver, on the Windows host.'],
  ])('%s', async (value, text) => {
    expect(await askedIn(text)).toContain(value);
  });
});

/** Texts that call a library infected, with its name, where it is a product's own. */
const INFECTED = [
  ['Acme.Core.Layer.dll', 'Filename: Acme.Core.Layer.dll, a trojanized copy of the library, in a supply chain attack.'],
  ['fernwrk.dll', 'The infected fernwrk.dll, which writes a log, came with the update.'],
  [
    'fernwrk.dll',
    'The intruders created a trojanized version of fernwrk.dll, and the infected fernwrk.dll was shipped.',
  ],
  ['fernwrk.dll', 'The intruders did not drop the infected fernwrk.dll; the update brought it.'],
  ['fernwrk.dll', 'Administrators should copy the infected fernwrk.dll to a share.'],
] as const;

/** Texts that call a library infected, with its name, and say that the intruder put it there or ran it. */
const PUT = [
  ['fenq.dll', 'The loader drops an infected DLL fenq.dll and runs it with rundll32.exe.'],
  [
    'fenqcore.dll',
    'The intruder copied the trojanized fenqcore.dll to C:\\ProgramData\\Fenq and loaded it by sideloading.',
  ],
  ['fenqcore.dll', 'The backdoored fenqcore.dll, written by the attackers, was loaded by rundll32.exe.'],
  ['fenqcore.dll', 'The backdoored library named fenqcore.dll was dropped to the folder by the intruder.'],
  [
    'Fenq.Orvq.Stage.Loader.dll',
    'In the supply chain attack they dropped Fenq.Orvq.Stage.Loader.dll to hosts and loaded it.',
  ],
] as const;

describe('a library that the text calls infected', () => {
  const loadedIn = async (text: string): Promise<string> =>
    generate(await markdownAdvisory(`The intruders ran heron.exe on Windows hosts.\n\n${text}`))
      .rules.filter(({ log }) => log === 'windows/image-load')
      .map(({ yaml }) => yaml)
      .join('\n');

  it.each(INFECTED)('gives no rule where it is a product’s own: %s: %s', async (value, text) => {
    expect(await loadedIn(text)).not.toContain(value);
  });

  it.each(PUT)('gives its rule where the intruder put it there or ran it: %s: %s', async (value, text) => {
    expect(await loadedIn(text)).toContain(value);
  });

  it('is read in linear time in texts of thousands of names', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `Fen.Core.Part${at}.dll`).join('\n\n');
    const started = performance.now();
    await loadedIn(names);
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});

describe('the file of a driver', () => {
  const filesIn = async (text: string): Promise<string> =>
    generate(await markdownAdvisory(`The intruders ran heron.exe on Windows hosts.\n\n${text}`))
      .rules.filter(({ log }) => log === 'windows/file-event')
      .map(({ yaml }) => yaml)
      .join('\n');

  it.each([
    'They dropped hrnqdrv.sys, its own malicious driver; unlike a vulnerable driver it is unsigned.',
    'They dropped the malicious kernel driver named hrnqdrv.sys by abusing a vulnerable driver.',
    'They dropped the rootkit hrnqdrv.sys with the help of a vulnerable driver.',
  ])('gives its rule where it is the intruder’s, also beside a weak one: %s', async (text) => {
    expect(await filesIn(text)).toContain('hrnqdrv.sys');
  });

  it.each([
    'To load its own malicious driver, the actor dropped oldvm64.sys, a vulnerable driver.',
    'The rootkit dropped oldvm64.sys because it is a vulnerable driver.',
  ])('gives none where it is a product’s weak one beside the intruder’s: %s', async (text) => {
    expect(await filesIn(text)).not.toContain('oldvm64.sys');
  });
});

describe('a rule’s own filter', () => {
  const BROUGHT = 'The intruders brought a malicious version.dll, which was sideloaded.';

  it('never leaves out the one place that the text tells of', async () => {
    const text = `${BROUGHT} Their file is C:\\Windows\\System32\\version.dll, malicious.`;
    expect(await askedIn(text)).not.toContain('filter_main_system');
  });

  it('stays where the text has the genuine file’s place, or another beside it', async () => {
    const genuine = `${BROUGHT} It passes calls on to the genuine C:\\Windows\\System32\\version.dll.`;
    expect(await askedIn(genuine)).toContain('filter_main_system');
    expect(await askedIn(`${BROUGHT} It lies at C:\\ProgramData\\Fen\\version.dll.`)).toContain('filter_main_system');
  });

  it('leaves installed programs out but where the product itself came with the intruder’s library', async () => {
    const pair = 'the signed FernHost.exe sideloads the malicious fernlog.dll.';
    expect(await askedIn(`At its start ${pair}`)).toContain('filter_main_installed');
    expect(await askedIn(`In this supply chain attack ${pair}`)).not.toContain('filter_main_installed');
  });
});

describe('one command or request has one rule of each log', () => {
  it('asks the web server alone where the text names its log and no firewall', async () => {
    const exploit = 'The intruders sent POST /gorse/ajax/loadChart.jsp?x=1 requests to exploit CVE-2025-41231.';
    expect(await askedIn(exploit)).toContain('httpRequest.uri');
    const logs = await askedIn(`${exploit} The web server logs of the mail server show them.`);
    expect(logs).toContain('cs-uri-stem');
    expect(logs).not.toContain('httpRequest.uri');
    expect(await askedIn(`${exploit} They are in the access logs and those of the WAF.`)).toContain('httpRequest.uri');
  });

  it('has no rule on one function of a script that another asks for whole', async () => {
    const own = 'powershell.exe -c "Get-MossDisk | ForEach-Object { Dismount-MossDisk -Path $_.Path }"';
    expect(await askedIn(`The intruders ran \`${own}\` on each host.`)).not.toContain("contains: 'Get-MossDisk'");
    expect(await askedIn('The intruders ran `Get-MossDisk` in PowerShell.')).toContain("contains: 'Get-MossDisk'");
  });
});
