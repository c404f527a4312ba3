import { generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

/** What the rules on written files ask for. */
async function asked(text: string): Promise<string> {
  const { rules } = generate(await markdownAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`));
  return rules
    .filter(({ log }) => log === 'windows/file-event')
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('the name of a file that an intruder brought', () => {
  it.each([
    ['The malicious images had the following names:\n\n- BrowserFen.iso\n- MarshSetup.iso\n', 'MarshSetup.iso'],
    ['The dropper comes as one of these files:\n\n- fen_order.zip\n', 'fen_order.zip'],
    ['A sample is FEN_setup.iso (288603f501926756c236e368a1fdc7d128f4f9a1), an image.', 'FEN_setup.iso'],
    ['The mail has the attachment fen_order.zip for the victim.', 'fen_order.zip'],
  ])('is looked for: %s', async (text, name) => {
    expect(await asked(text)).toContain(`\\${name}'`);
  });

  it.each([
    'Read more on these pages:\n\n- fen-guide.pdf\n- marsh-report.pdf\n',
    'Malicious images are rare.\n\nOur papers of this year:\n\n- fen-guide.pdf\n',
    'Indicators of compromise can be found in these legitimate files of our site:\n\n- fen-guide.pdf\n',
    'The installer FEN_setup.iso (see page 12) is the product’s.',
  ])('is none where it is the author’s or a product’s: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });
});

describe('a name with a point that is a folder’s', () => {
  it.each([
    'The implant establishes persistence in the FENKEEP.BIN folder of the drive.',
    'The worm hides the stolen documents in a directory called FENKEEP.BIN.',
  ])('is looked for within paths: %s', async (text) => {
    expect(await asked(text)).toContain("TargetFilename|contains: '\\FENKEEP.BIN\\\\'");
  });

  it.each([
    'The loader drops fenkeep.bin into a folder of the user.',
    'Files in this folder: the intruder’s fenkeep.bin and a text.',
  ])('is no folder for what stands beside one: %s', async (text) => {
    expect(await asked(text)).toContain("'\\fenkeep.bin'");
  });
});

describe('a file in quotes whose name has blanks', () => {
  it.each([
    ['The loader drops the file “hr update.vbs”.', '\\hr update.vbs'],
    ['It loads "fen core.dll" next.', '\\fen core.dll'],
    ['They executed “marsh fen sync.exe” on each host.', '\\marsh fen sync.exe'],
  ])('is looked for by its whole name: %s', async (text, ending) => {
    const { rules } = generate(await textAdvisory(`A Windows intrusion.\n\n${text}`), { targets: [] });
    expect(rules.map(({ yaml }) => yaml).join()).toContain(`|endswith: '${ending}'`);
  });

  it('is none where the quotes hold a command', async () => {
    const { rules } = generate(await textAdvisory('A Windows intrusion.\n\nThey ran “regsvr32 fencore.dll”.'), {
      targets: [],
    });
    expect(rules.map(({ yaml }) => yaml).join()).not.toContain('regsvr32 fencore.dll');
  });
});

describe('a file that its entry in a list calls a library', () => {
  const loaded = async (entry: string): Promise<string> =>
    generate(
      await markdownAdvisory(
        `An intrusion on the Windows hosts of a bank.\n\nThe implant has two files:\n\n- ${entry}\n- fensettings.dat: settings\n`,
      ),
    )
      .rules.filter(({ log }) => log === 'windows/image-load')
      .map(({ yaml }) => yaml)
      .join('\n');

  it('is looked for where it is loaded, whatever its ending', async () => {
    expect(await loaded('fencache.bin: seen as a DLL with a Start() export')).toContain("'\\fencache.bin'");
  });

  it('unless it is called an honest one, or something else', async () => {
    expect(await loaded('fencache.bin: legitimate DLL of the vendor')).toBe('');
    expect(await loaded('fencache.bin: keys')).toBe('');
  });
});
