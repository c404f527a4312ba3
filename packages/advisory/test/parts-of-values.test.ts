import { generate } from '@tripline/advisory';
import { markdownAdvisory } from './support/documents.js';

/** The rules of a report, as text. */
async function rulesOf(text: string): Promise<string> {
  return generate(await markdownAdvisory(text), { targets: [] })
    .rules.map(({ yaml }) => yaml)
    .join('\n');
}

describe('a rule asks for what the log has of a value', () => {
  it.each([
    ['no words for a file', 'The Linux locker runs `rm -f “locker binary path”`.', '', 'locker'],
    [
      'the name alone',
      'The Linux locker runs `rm -f “remove the script _gone_now_.sh”`.',
      "a2|contains: '_gone_now_.sh'",
      "'remove'",
    ],
    ['a file', 'The Linux locker runs `rm -f /tmp/.mosslock.sh`.', "a2|contains: '/tmp/.mosslock.sh'", '\\path'],
    [
      'no numbered control set',
      'The malware sets HKLM\\SYSTEM\\ControlSet001\\Control\\Lsa\\MossPackage to 1.',
      "endswith: '\\Control\\Lsa\\MossPackage'",
      'ControlSet001',
    ],
    [
      'the current control set',
      'The malware sets HKLM\\SYSTEM\\CurrentControlSet\\Control\\Lsa\\MossPackage to 1.',
      '\\CurrentControlSet\\Control\\Lsa\\MossPackage',
      'ControlSet001',
    ],
    [
      'no program that is ignored',
      'The dropper is named mossload.exe and runs from a temp folder. Processes named fernguard.exe (FernAV) are ignored by it.',
      'mossload.exe',
      'fernguard.exe',
    ],
    ['the told child', 'On Windows mshta runs a script that starts msbuild.exe.', "'\\msbuild.exe'", '\\path'],
    [
      'no folder of every self-extractor',
      'The archive unpacks its files to C:\\Users\\Public\\7zipSfx.000\\ and runs moss.bat.',
      'moss.bat',
      '7zipSfx',
    ],
    [
      'a folder of its own',
      'The archive unpacks its files to C:\\Users\\Public\\MossOut\\ and runs moss.bat.',
      'C:\\Users\\Public\\MossOut',
      '\\path',
    ],
    [
      'no user made where a key is made on one',
      'The intruders create an access key on the user of AWS IAM. They attach the policy AdministratorAccess to the user.',
      'CreateAccessKey',
      'CreateUser',
    ],
    [
      'the host of an address that was broken',
      'The link was https[:]//moss-pulley[.]top/view?id=am9obi5kb2VAZmVybmJhbmsuY29t &x=1, which the intruders sent.',
      'moss-pulley.top',
      'am9obi5kb2VA',
    ],
    [
      'the whole of another',
      'The loader fetches https[:]//moss-pulley[.]top/view?id=am9obi5k & runs it, as the intruders did.',
      'am9obi5k',
      '\\path',
    ],
    [
      'a user made',
      'The intruders created a new IAM user in AWS, made an access key for it and attached the policy AdministratorAccess.',
      'CreateUser',
      '\\path',
    ],
  ])('%s', async (_what, text, asked, left) => {
    const rules = await rulesOf(text);
    expect(rules).toContain(asked);
    expect(rules).not.toContain(left);
  });
});
