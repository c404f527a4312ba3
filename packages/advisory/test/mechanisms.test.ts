import { generate, read } from '@tripline/advisory';

/** The titles and texts of the rules of a short report on hosts with Windows. */
async function rulesOf(text: string, title = 'Marsh Stealer on Windows hosts'): Promise<string> {
  const { rules } = await generate(await read(Buffer.from(`${title}\n\n${text}\n`), { contentType: 'text/plain' }));
  return rules.map(({ yaml }) => yaml).join('\n');
}

describe('a condition or another mechanism is no deed', () => {
  test.each([
    'For this to work UAC has to be disabled or the user has to be an administrator of the host.',
    'The tool requires that UAC be disabled, or that the account is an administrator.',
    'The exploit only works if UAC is disabled on the host.',
  ])('gives no rule on user account control for "%s"', async (text) => {
    expect(await rulesOf(text)).not.toMatch(/User Account Control|Hijacked Handler/);
  });

  test.each([
    'The malware disables UAC prompts in the registry.',
    'It sets ConsentPromptBehaviorAdmin to 0, which disables the prompts of UAC.',
    'The script turned off UAC by setting EnableLUA to 0.',
  ])('takes prompts that are turned off for no hijacked handler: "%s"', async (text) => {
    const rules = await rulesOf(text);
    expect(rules).toContain('User Account Control Disabled');
    expect(rules).not.toContain('Hijacked Handler');
  });

  test('keeps a hijacked handler', async () => {
    expect(await rulesOf('The malware bypasses UAC by means of fodhelper.')).toContain('Hijacked Handler');
  });

  test.each([
    'It requested service tickets for the SQL server as any client does.',
    'The account then asked for a service ticket of the file server.',
    'They obtained a service ticket and opened the share with it.',
  ])('takes an ordinary request for no weak ticket: "%s"', async (text) => {
    expect(await rulesOf(text)).not.toContain('Weak Encryption');
  });

  test.each([
    'They requested RC4 tickets of the SQL service.',
    'They asked for service tickets and cracked them offline.',
    'Kerberoasting gave them two service accounts.',
  ])('keeps tickets that are asked for to be cracked: "%s"', async (text) => {
    expect(await rulesOf(text)).toContain('Weak Encryption');
  });

  test.each([
    'The malware calls OpenSCManagerW and CreateServiceW to register itself.',
    'It opens the service control database with OpenSCManager.',
    'A handle is taken by OpenSCManagerA before the service starts.',
  ])('takes a call on the own host for no other host: "%s"', async (text) => {
    expect(await rulesOf(text)).not.toContain('From Another Host');
  });

  test.each([
    'The malware starts explorer.exe suspended and injects a thread into it.',
    'It creates a suspended process and injects its code by QueueUserAPC.',
    'The loader spawns a suspended process and then injects a library into it.',
  ])('takes an injected thread for no replaced image: "%s"', async (text) => {
    expect(await rulesOf(text)).not.toContain('Image Of A Process Replaced');
  });

  test('takes what runs on Windows of users for no Run dialog', async () => {
    expect(await rulesOf('The stealer runs on Windows and takes the files of the user.')).not.toContain('Run Dialog');
  });
});

describe('a cloud that nothing names', () => {
  test.each([
    'The implant keeps the lifecycle of its files and removes all of them after some days.',
    'The malware creates a snapshot of the disk and shares it. The snapshot was then deleted.',
    'It reads the metadata of each file and takes over a role in the game.',
  ])('gives no rule on a report about Windows: "%s"', async (text) => {
    expect(await rulesOf(text)).not.toMatch(/product: (?:aws|azure|gcp|okta)/);
  });

  test.each([
    'It calls DeleteObject and CreateCompatibleBitmap to take pictures.',
    'It calls CreateSnapshot of the volume shadow copy service, then DeleteSnapshot.',
    'With CreateUser and CreateGroup it adds an account on the host.',
  ])('gives no rule for a call of Windows in a report that names a bucket once: "%s"', async (text) => {
    const rules = await rulesOf(`The malware was fetched from an S3 bucket.\n\n${text}`);
    expect(rules).not.toContain('product: aws');
  });

  test('keeps calls whose sentence names the cloud', async () => {
    const told = 'The malware ran on Windows. In AWS the intruder called CreateUser and DeleteSnapshot.';
    const rules = await rulesOf(told);
    expect(rules).toContain('CreateUser');
    expect(rules).toContain('DeleteSnapshot');
  });
});

describe('titles of alerts', () => {
  const DEEDS = ['Shadow copies were deleted by vssadmin', 'Mimikatz credential theft tool', 'Event logs were cleared'];
  test.each([
    'Alerts with the following titles in the portal can indicate threat activity on your network:',
    'The following alerts might indicate activity of this group, but may come of others:',
    'Microsoft Defender for Endpoint',
    'Microsoft Sentinel alerts',
  ])('are no deeds behind "%s"', async (caption) => {
    const rules = await rulesOf(`They came by mail.\n\n${caption}\n\n${DEEDS.map((deed) => `- ${deed}`).join('\n')}`);
    expect(rules).not.toMatch(/mimikatz|vssadmin|Cleared/i);
  });

  test('end where sentences go on', async () => {
    const rules = await rulesOf(
      `The following alerts may indicate the group:\n\n- Event logs were cleared\n\nThey came by mail and went on to the domain controller within the day.\n\nThere the intruders started mimikatz.exe and took the passwords of all.`,
    );
    expect(rules).toContain('mimikatz');
  });
});

describe('names that are none on disk', () => {
  const HASH = '3f0a9c1d5e7b2a4c6d8e9f0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e';
  test.each([`${HASH}marsh-tool.dll`, `Backdoor${HASH}marsh-tool.dll`, `${HASH.slice(0, 32)}_Troja_marsh.dll`])(
    'a hash that is glued to one: %s',
    async (name) => {
      const rules = await rulesOf(`Indicators of Compromise\n\nThe malware dropped ${name} there.`);
      expect(rules).not.toMatch(/[0-9a-f]_?(?:Troja_)?marsh|Backdoor3f/);
    },
  );

  test.each([
    'InternalName | reedinner.dll',
    'Internal Name: reedinner.dll',
    '| File name | Internal name |\n| marshrun.dll | reedinner.dll |',
  ])('one that is built into a file: %s', async (line) => {
    expect(await rulesOf(`Indicators of Compromise\n\n${line}`)).not.toContain('reedinner');
  });

  test('a program that is built into a file', async () => {
    const table = '| File name | Original name |\n| marshrun.exe | reedinner.exe |';
    const rules = await rulesOf(`Indicators of Compromise\n\n${table}`);
    expect(rules).toContain("Image|endswith: '\\marshrun.exe'");
    expect(rules).not.toContain("Image|endswith: '\\reedinner.exe'");
  });

  test('leaves the column of names', async () => {
    const table = '| File name | Internal name |\n| marshrun.dll | reedinner.dll |';
    expect(await rulesOf(`Indicators of Compromise\n\n${table}`)).toContain('marshrun.dll');
  });
});
