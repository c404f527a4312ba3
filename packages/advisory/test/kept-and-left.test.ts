import { generate, read } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

async function yamlOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(text));
  return rules.map(({ yaml }) => yaml).join('\n');
}

describe('what is the intruder’s keeps its rule', () => {
  it.each([
    [
      'where victims’ files stand earlier in the sentence',
      'Once they had accessed the Windows file server, the attackers dropped the malicious library hrnload7.dll there.',
      'hrnload7.dll',
    ],
    [
      'where something else is not encrypted',
      'The locker did not encrypt the Windows hosts; the backdoor marshenc4.exe was started there.',
      'marshenc4.exe',
    ],
    [
      'on the exclusion list of a product for protection',
      'The intruders put their tools on the exclusion list of the endpoint agent:\n\nC:\\ProgramData\\Hrn\\hrnsvc7.exe',
      'hrnsvc7.exe',
    ],
    [
      'where a panel can be found and an implant connects',
      "The attackers' panel can be found at heronfeed.club. The implant connects to heronfeed.club on port 443.",
      'heronfeed.club',
    ],
    [
      'in the angle brackets of mails',
      'The loader downloads its second stage from <http://heronfeed.top/a7.ps1> and runs it.',
      'heronfeed.top/a7.ps1',
    ],
    [
      'where a library maps something else into memory',
      'The malicious loader hrnload7.dll decrypts its payload and maps it into memory on Windows.',
      'hrnload7.dll',
    ],
    [
      'where hollowing evades detection',
      'To evade detection, the loader uses process hollowing on Windows.',
      'Image is replaced',
    ],
    [
      'where a VPN was used before passwords were sprayed',
      'After they logged on to the VPN, the intruders sprayed one password over all accounts of the Active Directory domain.',
      'EventID: 4625',
    ],
    [
      'where a group policy deploys and disables',
      'The intruders deployed the ransomware to all Windows hosts through a group policy object, which first disables Windows Defender.',
      'SYSVOL',
    ],
    [
      'where what is named was not used',
      'The ransomware deletes the volume shadow copies of Windows through WMI and does so without vssadmin.exe.',
      'wmic.exe',
    ],
  ])('%s', async (_, text, asked) => {
    expect(await yamlOf(text)).toContain(asked);
  });
});

describe('what is nobody’s has none', () => {
  it.each([
    ['tasks of a bot', 'The C2 panel sends the Windows bots a task named Download file.', 'TaskName'],
    [
      'backups elsewhere',
      'In AWS, CloudTrail shows that the intruder deleted S3 buckets. On the Veeam server they deleted the backups.',
      'DeleteRecoveryPoint',
    ],
    [
      'a flaw of another program beside a database',
      'They exploited a flaw in the plugin of a Windows shop that keeps its orders in MySQL.',
      'sqlservr.exe',
    ],
    [
      'files that a stealer reads',
      'A stealer for Linux, an ELF file for Debian and Ubuntu, reads ~/.mozilla/firefox/profiles.ini and ~/.electrum/wallets/default_wallet.',
      'CREATE',
    ],
    ['a key with nothing but variables', 'reg add "HKCU\\Software\\%FEN%\\%SUB%" /v hrn7 /d 1', "'\\'"],
  ])('%s', async (_, text, asked) => {
    expect(await yamlOf(text)).not.toContain(asked);
  });

  it('and an option in brackets is looked for itself', async () => {
    const yaml = await yamlOf(
      'Intrusion at a firm\n\nThe implant hrnsync.exe is started with the (-quiet7 switch) by the installer.',
    );
    expect(yaml).toContain("'-quiet7'");
    expect(yaml).not.toContain("'Intrusi'");
  });
});

describe('texts made to take long', () => {
  it.each([
    ['addresses run together', `The implant connects to 45.9.18.${'1145.9.18.'.repeat(27)}11 on port 443.`],
    ['marks of addresses', `user account ${'a@'.repeat(30_000)}`],
  ])('are read: %s', async (_, text) => {
    expect(generate(await read(Buffer.from(text))).rules).toBeDefined();
  });
});
