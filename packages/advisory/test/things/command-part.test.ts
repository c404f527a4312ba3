import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

/** What the rules on started programs ask of command lines. */
async function commandLines(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`An intrusion on Windows hosts of a bank.\n\n${text}`));
  return rules
    .filter(({ log }) => log === 'windows/process-creation')
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('a part of a command line that is told without the command', () => {
  it.each([
    ['The loader unpacks the archive with the password "marsh_4471_reed".', 'marsh_4471_reed'],
    ['The stolen files were compressed with WinRAR using a password (“9ferryfog2”).', '9ferryfog2'],
    ['2. Decrypts and extracts the contents of bin.zip using the password: "marsh_4471_reed"', 'marsh_4471_reed'],
    ['It extracts bin.zip. Password: `otter#77fen` is that of the archive.', 'otter#77fen'],
    ['Each of the commands ends with the string "echo [H]&cd&echo [F]" as usual.', 'echo [H]&cd&echo [F]'],
    ['It should be noted that every command ends with the string echo 9_fen&cd, a sign of the shell.', 'echo 9_fen&cd'],
    ['Every command begins with the marker echo 7_fen&&, which the shell adds.', 'echo 7_fen&&'],
  ])('is looked for: %s', async (text, literal) => {
    expect(await commandLines(text)).toContain(`CommandLine|contains: '${literal}'`);
  });

  it('is looked for by its options, where the usage of a tool of theirs leaves the values open', async () => {
    const yaml = await commandLines(
      'Usage of the proxy:\n\n-ma={marsh host} -mp={marsh port} -fx={proxy server} -to=0',
    );
    expect(yaml).toContain("CommandLine|contains: '-ma=*-mp=*-fx='");
  });

  it('keeps an alternative for each, where options and a password are told', async () => {
    const yaml = await commandLines(
      'Usage of the proxy:\n\n-ma={marsh host} -mp={marsh port} -fx={proxy server}\n\nThe loader unpacks the archive with the password "marsh_4471_reed".',
    );
    expect(yaml).toContain("CommandLine|contains: '-ma=*-mp=*-fx='");
    expect(yaml).toContain("CommandLine|contains: 'marsh_4471_reed'");
  });

  it.each([
    'The sample can be downloaded from our page as an archive with the password "infected".',
    'The actors signed in to the mailbox with the password "marsh_4471_reed".',
    'The archive is opened with a password that the mail tells.',
    'Each command ends with the string "done" on the console.',
    'The program decodes the string "fen_44&reed" and writes it to a file.',
    'Administrators should protect each archive with the password "marsh_4471_reed".',
    'The site is asked for fen.php?-a={x y} -b={y z} only.',
  ])('is none where it is no sign, of no command or for readers: %s', async (text) => {
    expect(await commandLines(text)).not.toMatch(/CommandLine\|contains: '(?:infected|marsh|done|fen|-)/);
  });
});
