import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function rulesOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`Intruders broke into the Windows hosts of a bank.\n\n${text}`));
  return rules.map(({ yaml }) => yaml).join('\n---\n');
}

describe('names that are built into files', () => {
  it.each([
    ['a program', 'The original file name of the loader is fenload.exe.', "OriginalFileName: 'fenload.exe'"],
    ['a library in a record', 'Size: 40 KB\nOriginal Name: FenPlug.dll', "OriginalFileName: 'FenPlug.dll'"],
  ])('are asked for as what a log calls them: %s', async (_, text, condition) => {
    const rules = await rulesOf(text);
    expect(rules).toContain(condition);
    expect(rules).not.toMatch(/ImageLoaded\|endswith|Image\|endswith/);
  });

  it('are no names on disk where they are internal or of the exports', async () => {
    const rules = await rulesOf(
      'The internal name of the library is FenCore.dll. Its export table has the exported name FenMain.dll.',
    );
    expect(rules).not.toContain('FenCore.dll');
    expect(rules).not.toContain('FenMain.dll');
  });

  it.each([
    'It loads the library FenPlug.dll from its folder. The original copy is deleted.',
    'The original dropper loads the library FenPlug.dll.',
  ])('are not read into names on disk: %s', async (text) => {
    const rules = await rulesOf(text);
    expect(rules).toContain('FenPlug.dll');
    expect(rules).not.toContain('OriginalFileName');
  });
});
