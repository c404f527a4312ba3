import { type AdvisoryDocument, read } from '@tripline/advisory';

const readAs = async (text: string, contentType: string): Promise<AdvisoryDocument> =>
  read(Buffer.from(text), { contentType });

const outline = ({ blocks, text }: AdvisoryDocument): readonly string[] =>
  blocks.map(({ type, level, start, end }) => `${type}${level ?? ''}: ${text.slice(start, end)}`);

const markdown = async (text: string): Promise<readonly string[]> =>
  outline(await readAs(`# Heron report\n\n${text}\n`, 'text/markdown')).slice(1);

describe('lines of Markdown', () => {
  test.each([
    ['a heading without the hash signs that close it', '## Tools ##', ['heading2: Tools']],
    ['a heading whose last word ends with a hash sign', '## C# implants #', ['heading2: C# implants']],
    ['no heading of seven hash signs', '####### Tools', ['paragraph: ####### Tools']],
    ['no heading behind four blanks, which are code', '    ## Tools', ['code: ## Tools']],
    ['a heading underlined with equals signs', 'Tools\n=====', ['heading1: Tools']],
    ['a heading underlined with hyphens', 'Tools\n---', ['heading2: Tools']],
    ['a break of stars with blanks between them', 'One.\n\n* * *\n\nTwo.', ['paragraph: One.', 'paragraph: Two.']],
    ['an item with a number and a bracket', '12) a task was made', ['list-item: a task was made']],
    ['no item of five digits', '12345. a task was made', ['paragraph: 12345. a task was made']],
    ['an item without the box of its task', '- [x] a task was made', ['list-item: a task was made']],
    ['lines of a quotation as one', '> they came\n> by mail', ['quote: they came by mail']],
    ['a listing between tildes', '~~~\nwhoami /all\n~~~', ['code: whoami /all']],
    [
      'a bar behind a backslash as part of its cell',
      '| Name | Use |\n| :-- | --: |\n| a \\| b | pipe |',
      ['table-row: Name | Use', 'table-row: a | b | pipe'],
    ],
    [
      'no table whose rule has letters',
      '| a | b |\n| -x- | --- |',
      ['paragraph: | a | b |', 'paragraph: | -x- | --- |'],
    ],
  ])('give %s', async (_, text, expected) => {
    expect(await markdown(text)).toEqual(expected);
  });
});

const plain = async (text: string): Promise<readonly string[]> => outline(await readAs(text, 'text/plain'));
const PROSE = 'The heron crew waited for nine days in the network of a port before it came back.';

describe('lines of plain text', () => {
  test.each([
    [
      'a heading with a number of several parts',
      `2.1 Delivery\n${PROSE}`,
      ['heading2: 2.1 Delivery', `paragraph: ${PROSE}`],
    ],
    [
      'no heading of a line with a host',
      `Beacons to heron.example\n${PROSE}`,
      [`paragraph: Beacons to heron.example`, `paragraph: ${PROSE}`],
    ],
    [
      'no heading of a line with a long number',
      `Case 20443\n${PROSE}`,
      ['paragraph: Case 20443', `paragraph: ${PROSE}`],
    ],
    [
      'an item behind a sign of print',
      `• a task was made\n\n${PROSE}`,
      ['list-item: a task was made', `paragraph: ${PROSE}`],
    ],
    [
      'no item of three digits',
      `123. a task was made\n\n${PROSE}`,
      ['paragraph: 123. a task was made', `paragraph: ${PROSE}`],
    ],
    [
      'a command with an option as code',
      `reg add HKCU\\Heron /v Nest\n\n${PROSE}`,
      ['code: reg add HKCU\\Heron /v Nest', `paragraph: ${PROSE}`],
    ],
    [
      'a command behind sudo as code',
      `sudo chmod -R 777 ./heron\n\n${PROSE}`,
      ['code: sudo chmod -R 777 ./heron', `paragraph: ${PROSE}`],
    ],
    [
      'a program in a sentence as prose',
      `Net is an old name for it.\n\n${PROSE}`,
      ['paragraph: Net is an old name for it.', `paragraph: ${PROSE}`],
    ],
  ])('give %s', async (_, text, expected) => {
    expect(await plain(text)).toEqual(expected);
  });

  test('at the beginning are metadata where a key and a value stand there', async () => {
    const document = await readAs(`Title: Heron at the port\nDate: 4 March 2024\n\n${PROSE}`, 'text/plain');
    expect(document.title).toBe('Heron at the port');
    expect(document.publishedAt).toBe('2024-03-04');
    expect(outline(document)).toEqual([`paragraph: ${PROSE}`]);
  });
});

describe('the charset of bytes', () => {
  const bytes = (head: string): Buffer =>
    Buffer.from(`<html><head>${head}</head><body><p>caf\xe9 \x93heron\x94</p></body></html>`, 'latin1');
  const textOf = async (head: string, contentType?: string): Promise<string> =>
    (await read(bytes(head), contentType === undefined ? {} : { contentType })).text;

  test.each([
    ['a media type', '', 'text/html; charset = "windows-1252"'],
    ['an element of the page', '<meta charset=windows-1252>', undefined],
    ['an older element of the page', '<meta http-equiv="x" content="text/html; charset=Windows-1252">', undefined],
    ['nothing', '', undefined],
  ])('is told by %s', async (_, head, contentType) => {
    expect(await textOf(head, contentType)).toContain('café “heron”');
  });

  test('is told by the media type before the page', async () => {
    expect(await textOf('<meta charset=windows-1252>', 'text/html; charset=iso-8859-7')).toContain('cafι');
  });
});
