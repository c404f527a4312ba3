import { generate } from '@tripline/advisory';
import { markdownAdvisory } from '../support/documents.js';

async function registryRule(text: string): Promise<string> {
  const doc = await markdownAdvisory(`# Heron\n\nThe attackers ran the Heron loader on Windows hosts.\n\n${text}`);
  const { rules } = generate(doc, { targets: [] });
  return rules.find(({ title }) => title.startsWith('Windows Defender Exclusion Of'))?.yaml ?? '';
}

describe('what an intruder leaves out of the scans of Windows Defender', () => {
  it.each([
    'The loader adds exclusions to Microsoft Defender:\n\n- Processes: powershell.exe, hrnsvc.exe\n- Paths: C:\\Heron\n- Extensions: .hrn',
    'The malware then adds the following Windows Defender exclusions.\n\nProcesses: powershell.exe, hrnsvc.exe\n\nPaths: C:\\Heron\n\nExtensions: .hrn',
    'It adds exclusions for the processes powershell.exe and hrnsvc.exe, the folder C:\\Heron and the extension .hrn to Defender.',
  ])('is looked for in the registry, value by value: %s', async (text) => {
    const yaml = await registryRule(text);
    for (const value of ['Processes\\powershell.exe', 'Processes\\hrnsvc.exe', 'Paths\\C:\\Heron', 'Extensions\\.hrn'])
      expect(yaml).toContain(`'\\Exclusions\\${value}'`);
  });

  it.each([
    'Administrators should review the exclusions of Defender:\n\n- Processes: sqlhrn.exe\n- Paths: C:\\Backup',
    'An exclusion was added to Defender by hrnsvc.exe, which lies in C:\\Heron.',
    'The victim’s backup excludes the folder C:\\Heron.',
    'The malware does not add exclusions for C:\\Heron to Defender.',
  ])('is none where readers, programs, backups or nobody are meant: %s', async (text) => {
    expect(await registryRule(text)).toBe('');
  });
});
