import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function imitationOf(text: string) {
  const { rules } = generate(await textAdvisory(`An intrusion on Windows hosts of a bank.\n\n${text}`));
  return rules.find(({ title }) => title.includes('Started Elsewhere'));
}

describe('a program of the intruder’s under the name of one of Windows', () => {
  it.each([
    'The last stage is a .NET payload with the name, spoolsv.exe, which connects home.',
    'The trojan copies itself as “spoolsv.exe” and starts.',
    'They ran a miner named spoolsv.exe for weeks.',
    'The actors deployed the backdoor disguised as spoolsv.exe there.',
  ])('is looked for outside of Windows’ folders: %s', async (text) => {
    const rule = await imitationOf(text);
    expect(rule?.yaml).toContain("Image|endswith: '\\spoolsv.exe'");
    expect(rule?.yaml).toContain("- 'C:\\Windows\\System32\\");
    expect(rule?.yaml).toContain('condition: selection and not filter_main_system');
  });

  it.each([
    'It injects the payload into a process named spoolsv.exe there.',
    'The legitimate Windows binary named spoolsv.exe prints.',
    'The malware terminates spoolsv.exe if it runs.',
    'Administrators should rename a backdoor, the policy says; spoolsv.exe is theirs.',
    'The actors ran a backdoor named martenview.exe there.',
  ])('gives nothing where it is Windows’ own or no such name: %s', async (text) => {
    expect(await imitationOf(text)).toBeUndefined();
  });
});
