import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

const WINDOWS = 'An intrusion on the Windows hosts of a bank.';

/** What is asked of the creation of files for a text. */
async function filesOf(text: string, about = WINDOWS): Promise<string> {
  const doc = await textAdvisory(`${about}\n\n${text}`);
  return generate(doc, { targets: [] })
    .rules.filter(({ log }) => log?.endsWith('/file-event'))
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('files with names that no kind of file has', () => {
  it.each([
    ['It dropped FEN4821.win on every host.', "TargetFilename|endswith: '\\FEN4821.win'"],
    ['The database was saved to disk as fen_cache then.', "TargetFilename|endswith: '\\fen_cache'"],
    ['It writes a payload named “HRN_7f”.', undefined],
    ['It writes a payload that is called “FEN_7fb” there.', "TargetFilename|endswith: '\\FEN_7fb'"],
    ['It copies the database into the file C:\\FenCopy7 first.', "TargetFilename: 'C:\\FenCopy7'"],
    ['The loader keeps screenshots in a file called QF7.R2K.', "TargetFilename|endswith: '\\QF7.R2K'"],
    ['The implant reads its settings from F3nster.cfgx.', "TargetFilename|endswith: '\\F3nster.cfgx'"],
    ['The implant writes about Fog7.lakehouse.', undefined],
    ['The loader retrieves two files, F3n_1.fenlib and F3n_2.fen, and keeps them.', "'\\F3n_2.fen'"],
    ['Defenders remove the files F3n_1.fenlib and F3n_2.fen.', undefined],
    [
      'It has a part of its own:\n\n| File Name | Description |\n|---|---|\n| F3n_1.fenlib | Settings |',
      "'\\F3n_1.fenlib'",
    ],
  ])('are found by the words before them, from seven characters on: %s', async (text, asked) => {
    const yaml = await filesOf(text);
    if (asked === undefined) expect(yaml).toBe('');
    else expect(yaml).toContain(asked);
  });

  it('are looked for on the system of the text', async () => {
    const about =
      'An intrusion on Linux servers: the Linux daemons of /etc/init.d and /usr/bin were replaced on Linux.';
    expect(await filesOf('The locker was dropped as Fen_encrypt there.', about)).toContain("'/Fen_encrypt'");
  });

  it.each([
    ['the names of threats', 'It dropped a loader and was detected as Fen32_Agent.'],
    ['services', 'It drops a file and creates a service named Fen_Svc7.'],
    ['products', 'The loader dropped SystemFog and saved it as ReflectiveFog.'],
    ['versions', 'It dropped version 4.7.win then.'],
    ['folders of users', 'It copies the file C:\\Users\\ann\\FenCopy7 first.'],
  ])('are none of %s', async (_, text) => {
    expect(await filesOf(text)).toBe('');
  });
});
