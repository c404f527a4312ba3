import { generate } from '@tripline/advisory';
import { parseSigma } from '@tripline/sigma';
import { textAdvisory } from './support/documents.js';

const ABOUT = 'The intrusion hit Windows hosts; the Windows loader is heron.exe, a DLL of Windows is spared. ';

async function titlesOf(text: string): Promise<readonly string[]> {
  return generate(await textAdvisory(`${ABOUT}\n\n${text}`)).rules.map(({ title }) => title);
}

describe('what is told of Windows in words', () => {
  it.each([
    ['Before it encrypts, the loader deletes all shadow copies of the host.', 'Shadow Copies Deleted'],
    ['They then dumped the memory of LSASS on the server.', 'LSASS Memory Opened For Reading'],
    ['The script disabled Windows Defender on all machines.', 'Windows Defender Disabled Through Registry'],
    ['For persistence it created a WMI event subscription.', 'WMI Event Subscription Created'],
    [
      'The mail carries a document whose malicious macro fetches the loader.',
      'Office Program Starts A Shell Or Script Host',
    ],
    ['After that they installed a web shell on the Exchange server.', 'Web Server Starts A Shell'],
    ['A copy of itself is dropped in the startup folder.', 'Program Placed In A Startup Folder'],
  ])('gives a rule: %s', async (text, title) => {
    expect(await titlesOf(text)).toContain(title);
  });

  it('names the template of every value', async () => {
    const { rules } = generate(await textAdvisory(`${ABOUT}\n\nThe loader deletes all shadow copies of the host.`));
    const rule = rules.find(({ title }) => title === 'Shadow Copies Deleted');
    expect(parseSigma(rule?.yaml ?? '').documents).toHaveLength(1);
    expect(rule?.evidence.length).toBeGreaterThan(4);
    for (const each of rule?.evidence ?? []) expect(each).toHaveProperty('template', 'deed-shadow-copies-deleted');
  });

  it.each([
    ['advice', 'Organizations should watch for deleted shadow copies.'],
    ['what did not happen', 'The loader did not delete the shadow copies.'],
    ['the name of a technique', 'T1070.001: Clear Windows Event Logs'],
    ['a report that gives the command', 'It deletes all shadow copies:\n\nvssadmin.exe delete shadows /all /quiet\n'],
  ])('gives no such rule for %s', async (_, text) => {
    const titles = await titlesOf(text);
    expect(titles).not.toContain('Shadow Copies Deleted');
    expect(titles).not.toContain('Event Logs Cleared By Command');
  });

  it('gives no such rule where Windows is not told of', async () => {
    const { rules } = generate(await textAdvisory('On the array they deleted all shadow copies of the volume.'));
    expect(rules).toEqual([]);
  });
});
