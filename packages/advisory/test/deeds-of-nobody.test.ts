import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

const ABOUT =
  'An intrusion into the Windows hosts of a bank. The intruders ran malware on Windows servers and clients.';

describe('a deed that a sentence tells of nobody in the intrusion gives no rule', () => {
  it.each([
    'Block msiexec from installing packages from the internet.',
    'Disable macros so that documents cannot write executables.',
    'The product blocks curl.exe uploads to unknown hosts.',
    'Attackers commonly use nltest to list domain trusts.',
    'Threat actors often run rundll32 with libraries of the user.',
    'Administrators clear the security log during maintenance.',
    'Developers build projects with MSBuild every day.',
    'Researchers used AutoIt to unpack the script in their lab.',
    'Detection rule: svchost.exe starting cmd.exe as a child process.',
    'A normal user opens Word documents that add templates to the startup folder.',
    'The support team took ownership of the file with takeown and restored it.',
  ])('%s', async (sentence) => {
    const { rules } = generate(await textAdvisory(`${ABOUT}\n\n${sentence}`), { targets: [] });
    expect(rules.map(({ title }) => title)).toEqual([]);
  });

  it.each([
    'The attackers used nltest to list the domain trusts.',
    'The actors cleared the security log before they left.',
    'The loader was built with MSBuild from a project in the folder of the user.',
  ])('and one that it tells of the intruders does: %s', async (sentence) => {
    const { rules } = generate(await textAdvisory(`${ABOUT}\n\n${sentence}`), { targets: [] });
    expect(rules.length).toBeGreaterThan(0);
  });
});
