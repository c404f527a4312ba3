import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findBehaviours, generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

/** Gives the ids of the described behaviours that a text tells. */
async function toldIn(text: string): Promise<readonly string[]> {
  const found = findBehaviours(await textAdvisory(text));
  return found.filter(({ kind }) => kind === 'described-behaviour').map(({ value }) => value);
}

/** Gives the titles of the rules that a text yields. */
async function rulesFrom(text: string): Promise<readonly string[]> {
  return generate(await textAdvisory(text), { targets: [] }).rules.map(({ title }) => title);
}

describe('sequences that are described', () => {
  it.each([
    ['The intruders created a Windows service and then started it.', 'Service Created And Then Started'],
    [
      'A scheduled task was created on each host. It was then triggered, and the task was deleted.',
      'Scheduled Task Created And Then Run Or Deleted',
    ],
    [
      'The operators took snapshots of the EBS volumes and shared them with an account of their own.',
      'AWS Snapshot Or Image Taken And Then Shared By One Identity',
    ],
    [
      'The intruder removed the resource locks and then deleted the storage accounts.',
      'Azure Protection Removed And Resources Deleted By One Identity',
    ],
    [
      'The miners registered an ECS task definition in AWS and launched hundreds of containers.',
      'AWS ECS Task Defined And Started By One Identity',
    ],
  ])('gives the rule of the sequence whose steps stand near each other: %s', async (text, title) => {
    expect(await rulesFrom(text)).toContain(title);
  });

  it.each([
    ['one step alone', 'The intruders created a Windows service on every host.'],
    ['steps of which one is denied', 'A Windows service was created, but the malware never started the service.'],
    ['steps that were advised', 'Defenders should create a Windows service and then start it.'],
  ])('gives none for %s', async (_, text) => {
    expect(await rulesFrom(text)).not.toContain('Service Created And Then Started');
  });

  it('gives no rule in words beside the commands of the same sequence', async () => {
    const titles = await rulesFrom(
      'They created a Windows service and then started it:\n\n  sc create HeronSvc7 binPath= C:\\Perf\\a.exe\n  sc start HeronSvc7\n',
    );
    expect(titles.filter((title) => title.startsWith('Service Created And Then Started'))).toEqual([
      'Service Created And Then Started - heronsvc7',
    ]);
  });
});

describe('behaviours that are described', () => {
  it.each([
    'This Windows malware can steal passwords and cookies from browsers.',
    'The stealer is able to collect passwords of Chrome on Windows.',
    'HeronLogger has the ability to steal browser passwords on Windows.',
    'On Windows the trojan also has the capability to steal cookies from all browsers.',
  ])('are also what the intruder’s program is built to do: %s', async (text) => {
    expect(await toldIn(text)).toContain('browser-passwords-read');
    expect(await rulesFrom(text)).toContain('Password Store Of A Browser Read By Another Program');
  });

  it.each([
    'An attacker could steal passwords from browsers on Windows.',
    'Malware can steal passwords from browsers on Windows.',
    'The malware cannot steal passwords from browsers on Windows.',
    'A user of the Windows host can steal passwords from browsers with it.',
  ])('are not what is merely possible: %s', async (text) => {
    expect(await rulesFrom(text)).not.toContain('Password Store Of A Browser Read By Another Program');
  });

  it.each([
    'The implant bypasses AMSI on Windows with a hardware breakpoint. Later it disables AMSI before it loads the assembly.',
    'On Windows a breakpoint on AmsiScanBuffer is set. The implant bypasses AMSI before each assembly.',
  ])('are not those of scripts where the text tells that it was done otherwise: %s', async (text) => {
    expect(await rulesFrom(text)).not.toContain('AMSI Tampered With By PowerShell');
  });

  it('are those of the cloud that their sentence names, in a report on several', async () => {
    const secrets = 'AWS Many Secrets Retrieved By One Identity';
    const start = 'The intruders signed in to AWS and called ListBuckets, as CloudTrail shows. ';
    expect(await rulesFrom(`${start}They read all secrets within minutes.`)).toContain(secrets);
    expect(await rulesFrom(`${start}In Azure, all secrets of the Key Vault were listed.`)).not.toContain(secrets);
    expect(await rulesFrom(`${start}In Google Cloud, all secrets of the project were read.`)).not.toContain(secrets);
  });

  it.each([
    'The ransomware deletes the shadow copies of every volume.',
    'All volume shadow copies were wiped by the ransomware.',
    'Deletion of the shadow copies followed on every server.',
    'The removal of shadow copies kept the victim from restoring its data.',
    'Shadow copy deletion was seen on every server.',
    'With the shadow copies erased, the victim could not restore its data.',
  ])('one entry is found whatever the grammar: %s', async (sentence) => {
    expect(await toldIn(sentence)).toContain('shadow-copies-deleted');
  });

  it.each([
    'The loader turned off Windows Defender.',
    'The loader turned Windows Defender off.',
    'Windows Defender was turned off by the loader.',
    'The loader deactivates Windows Defender.',
  ])('verbs of two words stand together or around their object: %s', async (sentence) => {
    expect(await toldIn(sentence)).toContain('defender-disabled');
  });

  it.each([
    ['The attackers enabled RDP on the host.', 'remote-desktop-enabled'],
    ['The intruder turned on Remote Desktop.', 'remote-desktop-enabled'],
    ['The payload was retrieved by means of certutil.', 'certutil-download'],
    ['The miner adds a cron job for persistence.', 'linux-cron-job'],
    ['The intruder logged in as the root user after the IAM users were locked.', 'aws-root-user-used'],
  ])('a thing that only one system has stands for its name: %s', async (sentence, id) => {
    expect(await toldIn(sentence)).toContain(id);
  });

  it.each([
    ['The attackers turned off RDP on the host.', 'remote-desktop-enabled'],
    ['They ran programs on other machines with a tool similar to PsExec.', 'psexec-service'],
    ['The malware always retrieves the same files from its server.', 'registry-hives-saved'],
    ['The administrators opened the recovery console and disabled the firewall rule.', 'host-firewall-disabled'],
    ['The actor swapped the archive for a script.', 'logon-screen-program-replaced'],
  ])('words that tell something else do not count: %s', async (sentence, id) => {
    expect(await toldIn(sentence)).not.toContain(id);
  });

  it.each([
    'The script could delete the shadow copies of every volume.',
    'The shadow copies were never deleted.',
    'Administrators should not disable Windows Defender, and the intruders did not disable it.',
    'Monitor for programs that dump the SAM and SYSTEM hives.',
    'The loader might turn off real-time protection.',
    'We recommend that administrators disable Office macros and enable script block logging.',
  ])('what was denied, advised or only possible gives no rule: %s', async (sentence) => {
    expect(await rulesFrom(sentence)).toEqual([]);
  });

  it.each([
    [
      'A command-line audit policy was switched off: the malware disabled command-line logging.',
      'command-line-logging-disabled',
    ],
    ['The user was bombarded with push notifications.', 'entra-mfa-fatigue'],
    ['The user was bombarded with push notifications.', 'okta-mfa-fatigue'],
  ])(
    'a word with a hyphen is its two words, and a thing of two systems stands for both: %s (%s)',
    async (sentence, id) => {
      expect(await toldIn(sentence)).toContain(id);
    },
  );

  it('a thing of two systems stands for none of them in a document about the other', async () => {
    const told = await toldIn(
      'The intrusion was read from the Okta log. The user was bombarded with push notifications.',
    );
    expect(told).toContain('okta-mfa-fatigue');
    expect(told).not.toContain('entra-mfa-fatigue');
  });

  it.each([
    ['The trojan silenced the built-in antivirus through the registry.', 'defender-disabled'],
    ['The installer removes itself when it is done.', 'own-file-deleted'],
    ['Every bucket’s contents were listed by the intruder.', 'aws-many-buckets-listed'],
  ])('a document that names no system is read as one on what its things run on: %s', async (sentence, id) => {
    expect(await toldIn(sentence)).toContain(id);
  });

  it.each([
    'The installer removes itself from the Android phone when it is done.',
    'On macOS the implant removes itself when it is done.',
    'The router was infected. The implant removes itself when it is done.',
    'The Okta log was read. The implant removes itself when it is done.',
  ])('but not where it names any other: %s', async (sentence) => {
    expect(await toldIn(sentence)).not.toContain('own-file-deleted');
  });

  it.each([
    ['The malware deleted the backup catalog of the Windows host to prevent recovery.', 1],
    ['The backup catalog of each Windows host was deleted to prevent restoration.', 1],
    ['The trojan also creates an autostart registry entry to make sure that it runs again.', 1],
    ['Make sure that the backup catalog of each Windows host was not deleted.', 0],
    ['To prevent such attacks, the backup catalog of each Windows host is deleted by us.', 0],
  ])('the purpose of an intruder is no advice, that of a defender is: %s', async (sentence, count) => {
    expect(await rulesFrom(sentence)).toHaveLength(count);
  });

  it.each([
    ['The intruder of the AWS account listed bucket after bucket.', 'aws-many-buckets-listed'],
    ['In Google Cloud they read one secret version after another.', 'gcp-secrets-retrieved'],
    ['They listed the bucket after a user had left AWS.', undefined],
  ])('one after the other is many: %s', async (text, id) => {
    expect(await toldIn(text)).toEqual(id === undefined ? [] : expect.arrayContaining([id]));
  });

  it('what belongs to a thing is told as the thing', async () => {
    expect(await toldIn("The loader patches Windows' scanning: AMSI's functions were disabled.")).toContain(
      'amsi-bypassed',
    );
    expect(await toldIn('The actor brute-forced the AWS console’s sign-in page.')).toContain('aws-console-brute-force');
  });

  it('a sentence about a system of which nothing is known tells nothing', async () => {
    expect(await toldIn('The operators recorded sound with the microphone of the phone.')).toEqual([]);
  });

  it('says which paraphrases are found, with and without the name of the system', () => {
    const program = fileURLToPath(new URL('../knowledge/paraphrase.mjs', import.meta.url));
    const { stdout } = spawnSync(process.execPath, [program, 'lsass-read', 'admin-share-mapped', '--misses'], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^told, working, with the system's name +100 % found.*\(4 sentences\)$/m);
    expect(stdout).toMatch(/^told, working, without the system's name +75 % found.*\(4 sentences\)$/m);
    expect(stdout).toContain('missed unnamed admin-share-mapped: The admin shares');
  });

  it('names the behaviours and descriptions, and no phrase, to who writes paraphrases', () => {
    const program = fileURLToPath(new URL('../knowledge/paraphrase.mjs', import.meta.url));
    const { stdout } = spawnSync(process.execPath, [program, '--list'], { encoding: 'utf8' });
    expect(stdout).toContain('shadow-copies-deleted\n  Shadow Copies Deleted\n  Detects the ways by which');
    expect(stdout).not.toContain('@verbs');
  });
});

describe('what is described beside command lines', () => {
  const COMMAND = 'First they ran:\n\n  vssadmin.exe delete shadows /all /quiet\n\n';

  it.each([
    ['Then the locker used bcdedit.exe to disable automatic recovery of the host.', 'Boot Recovery Disabled'],
    ['The stolen data was compressed with WinRAR before it left.', 'Archive With Password Made'],
  ])('gives a rule where the sentence names a program that no command runs: %s', async (sentence, title) => {
    expect(await rulesFrom(COMMAND + sentence)).toContain(title);
  });

  it.each([
    ['Then the locker cleared the Security event log.', 'Event Logs Cleared By Command'],
    [
      'Before that the intruder created a scheduled task for a program in the temp folder.',
      "Scheduled Task Of A Program In A User's Folder",
    ],
  ])('gives the rule of a deed that no command shows: %s', async (sentence, title) => {
    expect(await rulesFrom(COMMAND + sentence)).toContain(title);
  });

  it('takes no command for the deed because it runs one of several programs that can do it', async () => {
    const text =
      'They ran wmic /node:10.20.3.4 process call create "cmd /c C:\\PerfLogs\\heron64.exe".\n\nThen the group deleted shadow copies.';
    expect(await rulesFrom(text)).toContain('Shadow Copies Deleted');
  });

  it.each([
    [
      'a command runs the program',
      'They ran:\n\n  bcdedit.exe /set {default} recoveryenabled no\n\nSo bcdedit.exe disabled automatic recovery of the host.',
      'Boot Recovery Disabled',
    ],
    [
      'a command shows the technique, and no program is named',
      `${COMMAND}Then the locker disabled automatic recovery of the host.`,
      'Boot Recovery Disabled',
    ],
  ])('gives none where %s', async (_, text, title) => {
    expect(await rulesFrom(text)).not.toContain(title);
  });
});

describe('deeds told in more than one clause', () => {
  it.each([
    ['The lure holds macros which start PowerShell on the Windows host.', 'office-macro'],
    ['A VBScript that calls PowerShell was run on the Windows host.', 'script-host-started-shell'],
    [
      'They edited the registry of the Windows host so that macros would run without a warning.',
      'office-macros-unguarded',
    ],
  ])('are found where a clause says more of a noun or what it was for: %s', async (text, id) => {
    expect(await toldIn(text)).toContain(id);
  });

  it.each([
    'The lure holds macros that could start PowerShell on the Windows host.',
    'The lure has macros, but a guard starts PowerShell on the Windows host.',
  ])('are none where the clause tells what may be, or something else: %s', async (text) => {
    const ids = await toldIn(text);
    expect(ids).not.toContain('office-macro');
    expect(ids).not.toContain('script-host-started-shell');
  });

  it.each([
    ['On the Windows host, users could no longer open the Task Manager.', 'system-tools-disabled'],
    ['The Windows firewall was no longer running on the hosts.', 'host-firewall-disabled'],
    ['The volume shadow copies no longer existed after that.', 'shadow-copies-deleted'],
  ])('are found by what went on no longer: %s', async (text, id) => {
    expect(await toldIn(text)).toContain(id);
  });

  it('are none of an intruder who does it no longer', async () => {
    expect(await toldIn('The group no longer probes the Windows firewall.')).not.toContain('host-firewall-disabled');
  });
});

describe('a thing that several systems have', () => {
  it('is none of a cloud where its sentence names what only hosts have', async () => {
    const told = await toldIn('From the domain controller they retrieved many secrets of all users within minutes.');
    expect(told.filter((id) => id.startsWith('aws-') || id.startsWith('gcp-'))).toEqual([]);
  });

  it('is one where the sentence names nothing else', async () => {
    expect(await toldIn('Within minutes they retrieved many secrets from the secret store.')).toContain(
      'aws-secrets-retrieved',
    );
  });
});

describe('lists whose marks were lost', () => {
  const SEEN = 'The group keeps access to hosts after the first breach. It was seen at two suppliers of energy.';
  it.each([
    ['-ing', ['Dropping web shells', 'Creating accounts of their own', 'Deleting shadow copies']],
    ['third persons', ['Dumps LSASS memory', 'Disables User Account Control', 'Clears the Windows event logs']],
    ['past forms', ['Dropped web shells', 'Stopped backup services', 'Dumped the NTDS.dit database']],
  ])('tell in each line what it tells alone: %s', async (_, lines) => {
    const whole = await rulesFrom(`${SEEN}\n\n${lines.join('\n')}\n`);
    for (const line of lines)
      expect(whole).toEqual(expect.arrayContaining([...(await rulesFrom(`${SEEN}\n\n${line}\n`))]));
    expect(whole.length).toBeGreaterThan(1);
  });

  it.each([
    ['titles', `Dumping LSASS memory\n${SEEN}\nDropping web shells\n${SEEN}`],
    ['titles of phases', `Credential Access\n${SEEN}\nInitial access via phishing\n${SEEN}`],
    [
      'advice',
      'Recommendations\nClearing event logs should raise an alert\nDisabling User Account Control must be reported',
    ],
  ])('tell nothing in %s', async (_, lines) => {
    expect(await rulesFrom(`${SEEN}\n\n${lines}\n`)).toEqual([]);
  });
});
