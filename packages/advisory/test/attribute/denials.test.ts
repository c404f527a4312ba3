import { generate } from '@tripline/advisory';
import fc from 'fast-check';
import { markdownAdvisory } from '../support/documents.js';

const ABOUT =
  '# An intrusion\n\nThe intruders came into a Windows Server domain through the VPN and worked with PowerShell. ';

/** A deed in the forms that sentences about it need; `_` stands for a name that is made up. */
interface Deed {
  readonly did: string;
  readonly doing: string;
  readonly thing: string;
  readonly was: string;
}

/** Deeds of all kinds of evidence: commands, names, files, keys, hosts, calls, requests, mails, and behaviours in words. */
const DEEDS: readonly Deed[] = [
  { did: 'dump the memory of LSASS', doing: 'dumping of LSASS memory', thing: 'LSASS memory', was: 'was dumped' },
  { did: 'delete the shadow copies', doing: 'deletion of shadow copies', thing: 'shadow copies', was: 'were deleted' },
  {
    did: 'create a scheduled task named Upd_',
    doing: 'creation of a scheduled task named Upd_',
    thing: 'scheduled task named Upd_',
    was: 'was created',
  },
  {
    did: 'install a service named Svc_',
    doing: 'installation of a service named Svc_',
    thing: 'service named Svc_',
    was: 'was installed',
  },
  {
    did: 'write C:\\Users\\Public\\drop_.exe',
    doing: 'writing of C:\\Users\\Public\\drop_.exe',
    thing: 'file C:\\Users\\Public\\drop_.exe',
    was: 'was written',
  },
  {
    did: 'run vssadmin delete shadows /all /quiet',
    doing: 'use of "vssadmin delete shadows /all /quiet"',
    thing: 'command "vssadmin delete shadows /all /quiet"',
    was: 'was run',
  },
  {
    did: 'resolve evil_-host.com',
    doing: 'DNS request for evil_-host.com',
    thing: 'DNS request for evil_-host.com',
    was: 'was seen',
  },
  {
    did: 'request http://evil_-host.com/gate.php',
    doing: 'request to http://evil_-host.com/gate.php',
    thing: 'request to http://evil_-host.com/gate.php',
    was: 'was made',
  },
  {
    did: 'set HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run\\Upd_',
    doing: 'change of HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run\\Upd_',
    thing: 'value HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run\\Upd_',
    was: 'was set',
  },
  {
    did: 'call CreateAccessKey in the AWS account',
    doing: 'CreateAccessKey call in the AWS account',
    thing: 'CreateAccessKey call',
    was: 'was made in the AWS account',
  },
  {
    did: 'leave the ransom note HOW-TO-RESTORE-_.txt',
    doing: 'ransom note HOW-TO-RESTORE-_.txt',
    thing: 'ransom note HOW-TO-RESTORE-_.txt',
    was: 'was left',
  },
  {
    did: 'open the named pipe \\\\.\\pipe\\agent_',
    doing: 'named pipe \\\\.\\pipe\\agent_',
    thing: 'named pipe \\\\.\\pipe\\agent_',
    was: 'was opened',
  },
  {
    did: 'use the user agent "Mozilla/4.0 (bot_)"',
    doing: 'user agent "Mozilla/4.0 (bot_)"',
    thing: 'user agent "Mozilla/4.0 (bot_)"',
    was: 'was seen',
  },
  {
    did: 'send a mail with the subject "Invoice _ overdue"',
    doing: 'mail with the subject "Invoice _ overdue"',
    thing: 'mail with the subject "Invoice _ overdue"',
    was: 'was sent',
  },
];

/** Ways to say that a deed was not done, not seen, or not there. */
const DENIALS: readonly ((deed: Deed) => string)[] = [
  ({ did }) => `The intruders did not ${did}.`,
  ({ did }) => `At no point did the intruders ${did}.`,
  ({ thing, was }) => `No ${thing} ${was}.`,
  ({ thing, was }) => `The ${thing} ${was.replace(/^was|^were/, '$& not')}.`,
  ({ thing, was }) => `The ${thing} ${was.replace(/^was|^were/, '$& never')} on any of the hosts.`,
  ({ doing }) => `There was no evidence of ${doing}.`,
  ({ doing }) => `No evidence was found of ${doing}.`,
  ({ doing }) => `We have not seen any ${doing}.`,
  ({ doing }) => `No ${doing} was observed.`,
  ({ doing }) => `The investigation ruled out the ${doing}.`,
  ({ doing }) => `The ${doing} was absent from this intrusion.`,
  ({ doing }) => `None of the hosts showed ${doing}.`,
  ({ did }) => `Attempts to ${did} were blocked before they had any effect.`,
  ({ did }) => `The intruders planned to ${did}.`,
];

/** Sentences with a denial of something else, and the deed that they tell all the same. */
const TOLD: readonly ((deed: Deed) => string)[] = [
  ({ did }) => `The intruders did not wait but began to ${did}.`,
  ({ did }) => `No antivirus was installed there, and the intruders began to ${did}.`,
  ({ did }) => `Although the first attempt did not succeed, the intruders began to ${did}.`,
  ({ did }) => `Nothing had prevented the intruders from going on, and they began to ${did}.`,
];

async function rulesOf(sentence: string): Promise<readonly string[]> {
  const doc = await markdownAdvisory(`${ABOUT}${sentence}\n`);
  return generate(doc).rules.map(({ title }) => title);
}

const name = fc.integer({ min: 1000, max: 9999 });

describe('what a report denies', () => {
  it.each(DENIALS.map((deny) => [deny({ did: 'X', doing: 'X', thing: 'X', was: 'was done' }), deny] as const))(
    'gives no rule: %s',
    async (_, deny) => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...DEEDS), name, async (deed, number) => {
          expect(await rulesOf(deny(deed).replaceAll('_', String(number)))).toEqual([]);
        }),
        { numRuns: 2 * DEEDS.length },
      );
    },
  );

  it.each(TOLD.map((tell) => [tell({ did: 'X', doing: 'X', thing: 'X', was: 'was done' }), tell] as const))(
    'is not what the rest of its sentence tells: %s',
    async (_, tell) => {
      for (const deed of DEEDS)
        expect(await rulesOf(tell(deed).replaceAll('_', '4711'))).toEqual(
          await rulesOf(`The intruders began to ${deed.did}.`.replaceAll('_', '4711')),
        );
    },
  );

  it.each([
    'Defender did not detect the dumping of LSASS memory.',
    'The intruders not only dumped LSASS memory but also encrypted the disks.',
    'Nobody noticed that the intruders had deleted the shadow copies.',
    'Tools include, but are not limited to, C:\\ProgramData\\kx\\loader7.exe.',
    'The loader creates C:\\ProgramData\\kx\\loader7.exe if it does not exist.',
    'If the variable does not exist, the loader creates C:\\ProgramData\\kx\\loader7.exe.',
    'The ransom was not paid, so the intruders deleted the shadow copies.',
    'The malware does not run in sandboxes and writes C:\\ProgramData\\kx\\loader7.exe.',
    'Nothing prevented the intruders from running ntdsutil.',
    'The intruders did not wait and deleted the shadow copies with vssadmin.',
    'The intruders did not wait and dumped LSASS memory.',
    'The intruders did not find a backup and they deleted the shadow copies.',
    'It is not known how the intruders installed the service named KxSvc9.',
    'The intruders created firewall rules that permit C:\\ProgramData\\kx\\loader7.exe.',
    'The intruders excluded the C:\\ProgramData\\kx\\loader7.exe file from scans.',
    'The intruders threatened to publish the files on kx-leaks9.com.',
    'The file C:\\ProgramData\\kx\\loader7.exe was not removed by the victim.',
    'C:\\ProgramData\\kx\\loader7.exe could not be recovered.',
    'C:\\ProgramData\\kx\\loader7.exe was not seen on other hosts.',
    'No files except C:\\ProgramData\\kx\\loader7.exe were found.',
    'The locker cannot run without the --kx-token option.',
  ])('does not reach further than it says: %s', async (sentence) => {
    expect(await rulesOf(sentence)).not.toEqual([]);
  });
});

describe('what a report does without', () => {
  it.each([
    'The loader avoids a memory dump of LSASS.',
    'The implant avoids touching LSASS memory.',
    'On the Windows hosts the intruders avoided creating a scheduled task.',
    'The intruders did not attempt other techniques that many groups use after such a break-in, such as the dumping of LSASS memory or the deletion of shadow copies.',
  ])('gives no rule: %s', async (sentence) => {
    expect(await rulesOf(sentence)).toEqual([]);
  });

  it.each([
    'To avoid detection the intruders deleted the shadow copies.',
    'The loader avoids a second start and dumps LSASS memory.',
  ])('is not what is done to avoid something: %s', async (sentence) => {
    expect(await rulesOf(sentence)).not.toEqual([]);
  });

  it('is both of two participles', async () => {
    expect(await rulesOf('The intruders had not created and started a service named KxSvc8.')).toEqual([]);
  });

  it('gives no rule, and the rest of its sentence does', async () => {
    expect(await rulesOf('Without using PsExec, the intruders ran C:\\ProgramData\\kx\\loader7.exe.')).toEqual(
      await rulesOf('The intruders ran C:\\ProgramData\\kx\\loader7.exe.'),
    );
  });

  it('gives no rule in a sentence among indicators', async () => {
    const list = '## Indicators of compromise\n\n- kx-panel7.com\n\n';
    const text = `${ABOUT}\n\n${list}The domain kx-old7.com was not contacted by any of the hosts.\n`;
    const yaml = generate(await markdownAdvisory(text), { targets: [] }).rules.map((rule) => rule.yaml);
    expect(yaml.join('')).toContain('kx-panel7.com');
    expect(yaml.join('')).not.toContain('kx-old7.com');
  });
});

describe('what others than the intruders did', () => {
  it.each([
    'The backup software deletes shadow copies every night.',
    'Employees upload files to Dropbox every day.',
    'The company normally uses OneDrive and sends documents to OneDrive.',
    'The administrators used PsExec for updates.',
    'PsExec was seen on the file server, which is legitimate.',
    'During the red team exercise of last year the memory of LSASS was dumped.',
    'C:\\ProgramData\\kx\\agent7.exe was installed by the administrators.',
    'The administrators ran C:\\ProgramData\\kx\\agent7.exe; this was legitimate.',
    'The response team deleted the shadow copies.',
    'DeleteTrail was never attempted in AWS.',
  ])('gives no rule: %s', async (sentence) => {
    expect(await rulesOf(sentence)).toEqual([]);
  });

  it.each([
    'A technician ran C:\\Users\\Public\\setup_kx7.exe from a phishing mail.',
    'The administrators executed setup_kx7.exe, a trojanized installer.',
    'The archive held C:\\ProgramData\\kx\\kx7.dll and host7.exe, which is a legitimate signed program.',
  ])('is the intruder’s where others were made to do it: %s', async (sentence) => {
    expect(await rulesOf(sentence)).not.toEqual([]);
  });

  it('is the intruder’s where the sentence names them', async () => {
    expect(
      await rulesOf('An administrator account that the intruders had stolen deleted the shadow copies.'),
    ).not.toEqual([]);
  });
});
