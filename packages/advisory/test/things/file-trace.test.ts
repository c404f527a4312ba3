import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

/** What is asked of a log about a text. */
async function askedOf(log: string, text: string): Promise<string> {
  const doc = await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`);
  return generate(doc, { targets: [] })
    .rules.filter((rule) => rule.log === log)
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('streams of files of Windows', () => {
  it('are looked for by their names', async () => {
    const yaml = await askedOf(
      'windows/create-stream-hash',
      'The payload is written to C:\\ProgramData\\marsh\\notes.txt:fogbank and started from there.',
    );
    expect(yaml).toContain("TargetFilename|endswith: ':fogbank'");
  });

  it.each([
    ['that are the number of a line', 'The fault lies in C:\\ProgramData\\marsh\\notes.txt:12 as written.'],
    ['that every download has', 'It deletes C:\\ProgramData\\marsh\\notes.exe:Zone.Identifier first.'],
    ['that are the digest of a file', `It was C:\\ProgramData\\marsh\\fog.exe:${'d41d8cd9'.repeat(4)} on all hosts.`],
    ['that are the name of a digest', 'It was C:\\ProgramData\\marsh\\fog.exe:SHA256 on all hosts.'],
    ['that say how grave a line of a log is', 'In C:\\ProgramData\\marsh\\app.log:ERROR stands often.'],
    ['that are other words', 'It writes C:\\ProgramData\\marsh\\notes.txt: the list of files.'],
  ])('%s are none', async (_, text) => {
    expect(await askedOf('windows/create-stream-hash', text)).toBe('');
  });
});

describe('times of files of Windows', () => {
  it.each([
    'The operators changed the creation time of C:\\ProgramData\\marsh\\fogbank.dll to that of a library of Windows.',
    'The timestamps of C:\\ProgramData\\marsh\\fogbank.dll were then altered.',
    'They timestomped C:\\ProgramData\\marsh\\fogbank.dll, whose timestamp is that of a library.',
  ])('are looked for where they were set to others: %s', async (text) => {
    expect(await askedOf('windows/file-change', text)).toContain(
      "TargetFilename|endswith: '\\ProgramData\\marsh\\fogbank.dll'",
    );
  });

  it.each([
    'The timestamp of C:\\ProgramData\\marsh\\fogbank.dll is of last year.',
    'The malware lies at C:\\ProgramData\\marsh\\fogbank.dll, modified time 2024-03-05 10:00.',
    'The compilation timestamps of C:\\ProgramData\\marsh\\fogbank.dll match those of the older sample.',
    'They copied C:\\ProgramData\\marsh\\fogbank.dll to the server at the timestamp 10:42.',
  ])('are not looked for where they are only told: %s', async (text) => {
    expect(await askedOf('windows/file-change', text)).toBe('');
  });
});
