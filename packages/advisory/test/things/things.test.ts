import { findEvidence, type GeneratedRule, generate } from '@tripline/advisory';
import * as fc from 'fast-check';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

const WINDOWS = 'The intruders ran the loader heron.exe on Windows hosts of the domain.';

async function rulesOf(text: string, log: string): Promise<readonly GeneratedRule[]> {
  return generate(await textAdvisory(`${WINDOWS}\n\n${text}`)).rules.filter((rule) => rule.log === log);
}

async function notKeptOf(text: string, thing: string): Promise<readonly string[]> {
  const { notKept } = generate(await textAdvisory(`${WINDOWS}\n\n${text}`));
  return notKept.filter((each) => each.thing === thing).map(({ reason }) => reason);
}

describe('event ids', () => {
  it('are found however they are written', async () => {
    const label = fc.constantFrom('Event ID ', 'EventID ', 'event IDs ', 'EventCode=', 'Event Code: ', 'event id: "');
    await fc.assert(
      fc.asyncProperty(label, fc.integer({ min: 4000, max: 5999 }), async (written, id) => {
        const { things } = findEvidence(
          await textAdvisory(`${WINDOWS}\n\nThe actor made it, which is ${written}${id} there.`),
        );
        expect(things.filter(({ thing }) => thing === 'event-id').map(({ value }) => value)).toEqual([String(id)]);
      }),
      { numRuns: 30 },
    );
  });

  it('are asked for with the fields that stand behind them', async () => {
    const [rule] = await rulesOf(
      'The intruder signed in from their own computer.\n\nEventCode=4624\nLogon Type: 3\nWorkstation Name: HERON-PC77',
      'windows/security',
    );
    expect(rule?.yaml).toContain('EventID: 4624');
    expect(rule?.yaml).toContain('LogonType: 3');
  });

  it('that every day brings are not asked for alone', async () => {
    expect(await rulesOf('The intruder signed in, which is Event ID 4624.', 'windows/security')).toEqual([]);
    expect(await notKeptOf('The intruder signed in, which is Event ID 4624.', 'event-id')).toEqual([
      expect.stringContaining('ordinary day'),
    ]);
  });

  it('of rare events are asked for at a low level, under what the event is', async () => {
    const [rule] = await rulesOf('The intruder cleared the log, as Event ID 1102 shows.', 'windows/security');
    expect(rule).toMatchObject({ level: 'low', platform: 'endpoint-security' });
    expect(rule?.yaml).toContain('EventID: 1102');
    expect(rule?.title).toMatch(/cleared/i);
  });

  it('go to the channel that the words before them name', async () => {
    expect(
      await rulesOf('The intruder installed it, which the System log has as System Event ID 7045.', 'windows/system'),
    ).toHaveLength(1);
  });
});

describe('computers of intruders', () => {
  it('are looked for where the text says whose they are', async () => {
    const [rule] = await rulesOf(
      'The threat actor signed in from the workstation DESKTOP-HRN7Q2X.',
      'windows/security',
    );
    expect(rule?.yaml).toContain("WorkstationName: 'DESKTOP-HRN7Q2X'");
  });

  it('are left out where it does not', async () => {
    expect(await notKeptOf('A file was found on DESKTOP-HRN7Q2X later.', 'host-name')).toHaveLength(1);
  });
});

describe('ransom notes', () => {
  const text = (name: string): string =>
    `The ransomware encrypts all files and drops the ransom note ${name} in each folder.`;

  it.each([
    ['FEN-[RANDOM]-FILES.txt', '\\FEN-*-FILES.txt'],
    ['fix_marsh_{victim}.html', '\\fix_marsh_*.html'],
  ])('are looked for by what of their name is known: %s', async (name, asked) => {
    const note = `The ransomware encrypts all files and drops the ransom note ${name} in each folder.`;
    const [rule] = await rulesOf(note, 'windows/file-event');
    expect(rule?.yaml).toContain(asked);
  });

  it('are looked for by their names', async () => {
    const name = fc
      .tuple(
        fc.constantFrom('HOW_TO_DECRYPT', 'heron-recover', 'Restore.Heron', '!!!HERONFOG'),
        fc.constantFrom('txt', 'html'),
      )
      .map((parts) => parts.join('.'));
    await fc.assert(
      fc.asyncProperty(
        name,
        fc.constantFrom(['', ''], ['“', '”'], ['`', '`'], ['"', '"']),
        async (note, [open, close]) => {
          const [rule] = await rulesOf(text(`${open}${note}${close}`), 'windows/file-event');
          expect(rule?.level).toBe('medium');
          expect(rule?.techniques).toEqual(['T1486']);
          expect(rule?.yaml).toContain(`\\${note}`);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('with a name that programs use too have a rule of a low level', async () => {
    expect(await rulesOf(text('RECOVER.txt'), 'windows/file-event')).toMatchObject([{ level: 'low' }]);
    expect(await rulesOf(text('Info.hta'), 'windows/file-event')).toMatchObject([{ level: 'low' }]);
  });

  it('with a name that every host has are counted by the program that writes them', async () => {
    const [rule] = await rulesOf(text('README.txt'), 'windows/file-event');
    expect(rule).toMatchObject({ title: 'Many Files Written Under A Name - README.txt', level: 'medium' });
    expect(rule?.yaml).toContain('type: value_count');
  });

  it('are counted, and not asked for by themselves, where one place is the root of a drive', async () => {
    const told =
      'The ransomware drops its ransom note as C:\\readme.txt and in every folder. The note is named readme.txt.';
    const rules = await rulesOf(`On Windows: ${told}`, 'windows/file-event');
    expect(rules.map(({ title }) => title)).toEqual(['Many Files Written Under A Name - readme.txt']);
  });

  it('are not the pages that a text links to', async () => {
    expect(
      await rulesOf(
        'Ransomware: see https://heron-fog[.]site/how-to-restore-files.html for the ransom note.',
        'windows/file-event',
      ),
    ).toEqual([]);
  });
});

describe('extensions of encrypted files', () => {
  it('are looked for', async () => {
    const [rule] = await rulesOf(
      'It encrypts files and appends the extension “.heronlock” to them.',
      'windows/file-event',
    );
    expect(rule?.yaml).toContain('.heronlock');
  });

  it('and notes of a report on ransomware need not be explained again', async () => {
    const text =
      'Before encryption the ransomware ends services. Files got the extension .heronlock, and the note "HOW_BACK.txt" was written in every folder.';
    const [rule] = await rulesOf(text, 'windows/file-event');
    expect(rule?.yaml).toContain("'.heronlock'");
    expect(rule?.yaml).toContain("'\\HOW_BACK.txt'");
  });

  it('are none of files of which it is told that they had one', async () => {
    const text = 'The ransomware encrypts all data. Files with the .heronbak extension got deleted before.';
    expect(await rulesOf(text, 'windows/file-event')).toEqual([]);
  });

  it.each([
    'The ransomware encrypts all files. Interesting to note: the "campus.txt" holds an excerpt.',
    'The ransomware encrypts all files. Please note that "campus.txt" holds an excerpt.',
    'The ransomware encrypts all files. Side note: "campus.txt" holds an excerpt.',
  ])('are none of a sentence that asks to note a file: %s', async (text) => {
    expect(await rulesOf(text, 'windows/file-event')).toEqual([]);
  });

  it.each([
    'Encrypted files then end in .heronlock.',
    'The ransomware encrypts each file and changes the extension to .heronlock.',
    'The ransomware encrypts data. It then changes the extension of the files to .heronlock.',
    'Each encrypted file is renamed to <name>.heronlock and a note is left.',
    'The ransomware encrypts files.\n\nOther extensions include ".fenlock," and ".heronlock."',
    'The locker writes encrypted content to a new file with the extension “heronlock”.',
  ])('are looked for however it is told: %s', async (text) => {
    const [rule] = await rulesOf(text, 'windows/file-event');
    expect(rule?.yaml).toContain("'.heronlock'");
  });

  it.each([
    'The locker skips encrypted files of others that end in .docx and goes on.',
    'The downloader changes the extension of its file to .heronlock before it runs it.',
    'The ransomware does not change the extension of encrypted files to .heronlock.',
    'The ransomware encrypts files. The extension "manager" of the browser is left.',
  ])('are none where no file gets it: %s', async (text) => {
    expect(await rulesOf(text, 'windows/file-event')).toEqual([]);
  });

  it.each(['.docx', '.exe', '.vmdk'])('are not those of files that it encrypts or spares: %s', async (extension) => {
    expect(await rulesOf(`It encrypts files with the extension ${extension} first.`, 'windows/file-event')).toEqual([]);
  });
});

describe('accounts', () => {
  it('that Windows has are looked for where the intruder logged on by them', async () => {
    const [used] = await rulesOf('They used the built-in account DefaultAccount to log in by RDP.', 'windows/security');
    expect(used?.yaml).toMatch(/EventID: 4624\s+TargetUserName: 'DefaultAccount'/);
  });

  it('that were created are looked for in the Security log', async () => {
    const [rule] = await rulesOf('The intruder created a local account named svc_heron7.', 'windows/security');
    expect(rule?.yaml).toContain("TargetUserName: 'svc_heron7'");
    expect(rule?.yaml).toContain('EventID: 4720');
  });

  it.each([
    ['that are new', 'A new local user "svc_heron7" was added to the Administrators group.', 4720],
    [
      'that were made before they were made members',
      'They added a local user "svc_heron7" and put it in the Administrators group.',
      4720,
    ],
    ['that were made members', 'The account "svc_heron7" was added to the Administrators group.', 4732],
    ['that was used', 'Lateral movement by RDP used the Windows account svc_heron7.', 4624],
    ['of which the name alone is told', 'The intruder logged on by RDP with the account svc_heron7.', 4624],
    ['that have been created', 'The user svc_heron7 has been created on both servers.', 4720],
  ])('%s are looked for by what was done with them', async (_, text, event) => {
    const rules = await rulesOf(text, 'windows/security');
    expect(rules.some(({ yaml }) => yaml.includes('svc_heron7') && yaml.includes(String(event)))).toBe(true);
  });

  it.each([
    ['with whom nothing was done', 'Researchers thank the user named heron_friend7.'],
    ['that stand in what was asked for', 'The user svc_heron7 was seen in requests.'],
    ['that every system has', 'The intruder created an account named Administrator.'],
    ['that stand for others', 'The intruder created an account named <username>.'],
  ])('%s are left out', async (_, text) => {
    expect(await rulesOf(text, 'windows/security')).toEqual([]);
  });

  it.each(['existing', 'compromised domain'])('that were there are not told as new: %s', async (kind) => {
    const text = `The intruders added a ${kind} user "svc_heron7" to Domain Admins.`;
    const rules = await rulesOf(text, 'windows/security');
    expect(rules.filter(({ yaml }) => yaml.includes('4720'))).toEqual([]);
  });

  const AWS = 'The intruder stole AWS keys and called CreateUser and RunInstances in the AWS account for two weeks.';
  const listing = (list: string): string =>
    `# Keys in the wild\n\n${AWS}\n\n## What happened\n\nLater they listed the users with ListUsers.\n\n## Indicators of Compromise\n\n${list}\n`;

  it.each([
    ['rows', '| Type | Indicator |\n| --- | --- |\n| IAM user | nadirops |\n| IAM user | heron.dev@fenmail.com |'],
    ['lines', '- IAM user: nadirops\n- Username: heron.dev@fenmail.com'],
  ])('that are indicators are looked for in all that they call: %s', async (_, list) => {
    const { rules } = generate(await markdownAdvisory(listing(list)));
    const [calls] = rules.filter(({ title }) => title.startsWith('Calls Of An Account'));
    expect(calls?.yaml).toContain("- '/nadirops'");
    expect(calls?.yaml).toContain("- '/heron.dev@fenmail.com'");
    expect(rules.filter(({ yaml }) => yaml.includes('email.from.address'))).toEqual([]);
  });

  it.each([
    ['the head of a table', '| User | Host |\n| --- | --- |\n| - | - |'],
    ['a sentence', '- The user: nobody knows who it was.'],
    ['one that everybody has', '- User: administrator'],
  ])('are not what stands in %s among indicators', async (_, list) => {
    const { rules } = generate(await markdownAdvisory(listing(list)));
    expect(rules.filter(({ title }) => title.startsWith('Calls Of An Account'))).toEqual([]);
  });

  it('of clouds may be mail addresses, from which no mail comes', async () => {
    const text = `${AWS} A new IAM user called heron.dev@fenmail.com was made. Indicators: heron.dev@fenmail.com`;
    const yaml = generate(await textAdvisory(text))
      .rules.map((rule) => rule.yaml)
      .join('\n');
    expect(yaml).toContain("requestParameters.userName: 'heron.dev@fenmail.com'");
    expect(yaml).not.toContain('email.from.address');
  });

  it('of mail are still those from which mails come', async () => {
    const { rules } = generate(await markdownAdvisory(listing('- Email account: billing@fenmail.com')));
    expect(rules.some(({ yaml }) => yaml.includes("email.from.address: 'billing@fenmail.com'"))).toBe(true);
  });
});

describe('clients', () => {
  it.each([
    'The implant calls its server with the user agent HeronFog/1.7 each hour.',
    'The implant sets its User-Agent header to "HeronFog/1.7" each hour.',
  ])('with a name of their own are looked for in the proxy: %s', async (text) => {
    const [rule] = await rulesOf(text, 'network/proxy');
    expect(rule?.yaml).toContain("c-useragent|contains: 'HeronFog/1.7'");
  });

  it('of implants are looked for in the proxy though the text tells of a cloud as well', async () => {
    const text =
      'On Windows hosts the intruder ran heron.exe, which calls home with the user agent HeronFog/1.7.\n\nIn AWS they called ListUsers and CreateUser by an access key of IAM.';
    const [rule] = await rulesOf(text, 'network/proxy');
    expect(rule?.yaml).toContain('HeronFog/1.7');
    expect((await rulesOf(text, 'aws/cloudtrail')).some(({ yaml }) => yaml.includes('HeronFog'))).toBe(false);
  });

  it('that begin as browsers do and name themselves are looked for, however short', async () => {
    const client = 'Mozilla/5.0 (HeronFog 2)';
    const [rule] = await rulesOf(`The implant calls its server. User-Agent: ${client}`, 'network/proxy');
    expect(rule?.yaml).toContain(`c-useragent|contains: '${client}'`);
  });

  it.each([
    'python-requests/2.31.0',
    'Mozilla/5.0 (Windows NT 6.1)',
    'aws-cli/X.X.X',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  ])('of everybody and placeholders are left out: %s', async (client) => {
    expect(await rulesOf(`The implant calls its server. User-Agent: ${client}`, 'network/proxy')).toEqual([]);
  });
});

it('senders of mails and serial numbers of certificates get rules of their logs', async () => {
  expect(await rulesOf('The mail came from billing@heron-fog[.]site that day.', 'network/mail-gateway')).toHaveLength(
    1,
  );
  const serial = '03:B6:B8:39:43:EC:04:30:82:A8:61:41:86:92:1A:FA';
  const [rule] = await rulesOf(
    `The TLS certificate of the C2 server has the serial number ${serial}.`,
    'network/zeek-x509',
  );
  expect(rule?.yaml).toContain(serial.replaceAll(':', ''));
  expect(
    await notKeptOf(`The loader is signed by a certificate with the serial number ${serial}.`, 'certificate-serial'),
  ).toHaveLength(1);
});

it('what readers are to do gives no rule', async () => {
  const text = `# Heron\n\n${WINDOWS}\n\n## Mitigation\n\nCreate an account named svc_canary7 and alert on Event ID 1102.\n`;
  const { rules } = generate(await markdownAdvisory(text));
  expect(rules.filter(({ log }) => log === 'windows/security')).toEqual([]);
});

describe('files that an intruder brought', () => {
  it.each([
    'The component fogbank7.jar was dropped on disk by the installer.',
    'It was named after a patch, fogbank7.jar, and was then downloaded.',
  ])('are found where what was done stands behind the name: %s', async (text) => {
    const [rule] = await rulesOf(text, 'windows/file-event');
    expect(rule?.yaml).toContain("'\\fogbank7.jar'");
  });

  it('are none where nothing says that they were brought', async () => {
    expect(await rulesOf('The component fogbank7.jar is described below.', 'windows/file-event')).toEqual([]);
  });
});
