import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function asked(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`The intruders broke into the Windows hosts of a bank.\n\n${text}`), {
    targets: [],
  });
  return rules.map(({ yaml }) => yaml).join('\n');
}

describe('a folder of which the end of the name is masked', () => {
  it.each([
    [
      'Persistence is made at ProgramData\\QuelSvcXXX, where "XXX" are three random letters.',
      '\\ProgramData\\QuelSvc???\\',
    ],
    ['The loader copies itself to C:\\ProgramData\\GrelmXXXX (random digits).', '\\ProgramData\\Grelm????\\'],
    ['It is dropped into %APPDATA%\\VorlanXXXXX (X is any letter).', '\\Vorlan?????\\'],
  ])('is looked for by what is known, with one character for each letter of the mask: %s', async (text, folder) => {
    expect(await asked(text)).toContain(`TargetFilename|contains: '${folder}`);
  });

  it('is looked for with the program that stands behind it', async () => {
    const yaml = await asked('A host loaded the viewer from <C:\\Users\\XXX\\Kestrel UpdXXX\\Kestrel Upd.exe>.');
    expect(yaml).toContain("Image|contains: '\\Kestrel Upd???\\");
    expect(yaml).toContain("Image|endswith: '\\Kestrel Upd.exe'");
  });

  it('is read line by line below words for folders', async () => {
    const yaml = await asked(
      'The folder has one of these names:\n\n- ViewerSvcXXX\n- Norlan Update ServiceXXX\n- ViewerXXX\n\nThen it runs.',
    );
    expect(yaml).toContain("'\\ViewerSvc???\\");
    expect(yaml).toContain("'\\Norlan Update Service???\\");
    expect(yaml).not.toContain("'\\Viewer???");
  });

  it.each([
    'Model numbers begin with ABCXXX, and the string "flagXXX" is an error code.',
    'The products have one of these numbers:\n\n- RouterXXX\n- SwitchXXX',
    'A file was dropped to C:\\ProgramData\\XXXX\\ and to C:\\Users\\XXX\\Music.',
    'The key is HKLM\\Software\\XXXXX.',
  ])('is none where no folder has a name before the mask: %s', async (text) => {
    expect(await asked(text)).not.toContain('?');
  });
});
