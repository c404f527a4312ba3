import { type AdvisoryDocument, generate, read } from '@tripline/advisory';
import { strToU8, zipSync } from 'fflate';
import { docxOf, paragraphOf, tableOf } from './support/docx-sample.js';

const outline = ({ blocks, text }: AdvisoryDocument): string[] =>
  blocks.map(({ end, start, type }) => `${type}: ${text.slice(start, end)}`);

describe('a Word document', () => {
  const HASH = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0';
  const STYLES =
    '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style></w:styles>';
  const SAMPLE = docxOf(
    [
      paragraphOf('The crane and the relay', { style: 'berschrift1' }),
      paragraphOf('What happened 2', { style: 'Verzeichnis1' }),
      paragraphOf('In March the operators removed the shadow copies & waited.'),
      paragraphOf('vssadmin.exe delete shadows /all /quiet', { font: 'Consolas' }),
      paragraphOf('whoami /all', { font: 'Consolas' }),
      paragraphOf('They came back twice.', { isListed: true }),
      tableOf([
        ['SHA-256', 'File'],
        [HASH, 'crane.exe'],
      ]),
    ].join(''),
    { 'word/styles.xml': STYLES },
  );

  test('gives headings by their style, listings, lists and rows of tables with their cells', async () => {
    const document = await read(SAMPLE);
    expect(document.format).toBe('docx');
    expect(document.title).toBe('The crane and the relay');
    expect(outline(document)).toEqual([
      'heading: The crane and the relay',
      'paragraph: In March the operators removed the shadow copies & waited.',
      'code: vssadmin.exe delete shadows /all /quiet\nwhoami /all',
      'list-item: They came back twice.',
      'table-row: SHA-256 | File',
      `table-row: ${HASH} | crane.exe`,
    ]);
  });

  test('gives rules as its text does', async () => {
    const { rules } = generate(await read(SAMPLE));
    expect(rules.map(({ yaml }) => yaml).join('\n')).toMatch(/vssadmin/);
  });

  test('leaves out what does not show: deleted and hidden text, codes of fields, the second form of a text box', async () => {
    const run = (text: string, about = ''): string => `<w:r><w:rPr>${about}</w:rPr><w:t>${text}</w:t></w:r>`;
    const box = `<mc:AlternateContent><mc:Choice><w:txbxContent>${paragraphOf('In a box.')}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraphOf('In a box.')}</w:txbxContent></mc:Fallback></mc:AlternateContent>`;
    const body = `<w:p>${run('Kept')}<w:del>${run('deleted')}</w:del>${run(' hidden', '<w:vanish/>')}${run(' co', '<w:vanish w:val="0"/>')}<w:r><w:noBreakHyphen/><w:instrText>PAGE</w:instrText></w:r>${run('op')}</w:p><w:p><w:r>${box}</w:r></w:p>`;
    expect(outline(await read(docxOf(body)))).toEqual(['paragraph: Kept co-op', 'paragraph: In a box.']);
  });

  test('that unpacks to more than is read is refused before it is unpacked', async () => {
    const bomb = docxOf(paragraphOf('f'.repeat(65 * 1024 * 1024)));
    expect(bomb.length).toBeLessThan(200_000);
    await expect(read(bomb)).rejects.toMatchObject({
      code: 'TooLarge',
      message: expect.stringMatching(/holds 681\d{5} unpacked bytes of text and fonts; at most 67108864/),
    });
  });

  test('whose entry declares less than it unpacks to gives no more than it declares', async () => {
    const honest = docxOf(paragraphOf('f'.repeat(5_000_000)));
    const lying = Buffer.from(honest);
    for (let at = 0; at < lying.length - 3; at += 1) {
      if (lying.readUInt32LE(at) === 0x04034b50) lying.writeUInt32LE(200, at + 22);
      if (lying.readUInt32LE(at) === 0x02014b50) lying.writeUInt32LE(200, at + 24);
    }
    await expect(read(lying)).rejects.toMatchObject({ code: 'Empty' });
  });

  test('nested too deep, damaged or of another program is refused with the reason', async () => {
    const deep = docxOf('<w:sdt>'.repeat(100_000));
    await expect(read(deep)).rejects.toMatchObject({ code: 'Unreadable', message: expect.stringMatching(/256 deep/) });
    await expect(read(docxOf('').subarray(0, 90))).rejects.toMatchObject({ code: 'Unreadable' });
    const sheet = zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') });
    await expect(read(sheet)).rejects.toMatchObject({
      code: 'UnsupportedType',
      message: expect.stringMatching(/an Office document other than one of Word/),
    });
  });
});

describe('an RTF document', () => {
  const rtf = (body: string): Uint8Array =>
    Buffer.from(
      String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Calibri;}{\f1\fmodern Consolas;}}{\*\generator Sample;}${body}}`,
      'latin1',
    );

  test('gives headings, listings, lists and rows of tables; hidden text, pictures and codes of fields are left out', async () => {
    const document = await read(
      rtf(
        [
          String.raw`\pard\outlinelevel0 The crane\par\pard The caf\'e9 \uc1\u8211? network {\v hidden}was {\b us}ed.\par`,
          String.raw`{\f1 vssadmin.exe delete shadows /all /quiet\par reg add HKCU\\Software\\Crane /v Path /f\par}`,
          String.raw`\pard\ls1 Twice{\pict\wmetafile8 0123abcd}.\par\pard{\field{\*\fldinst HYPERLINK "x"}{\fldrslt A link}}.\par`,
          String.raw`\trowd\intbl SHA-256\cell File\par name\cell\row`,
        ].join('\n'),
      ),
    );
    expect(document.format).toBe('rtf');
    expect(outline(document)).toEqual([
      'heading: The crane',
      'paragraph: The café – network was used.',
      'code: vssadmin.exe delete shadows /all /quiet\nreg add HKCU\\Software\\Crane /v Path /f',
      'list-item: Twice.',
      'paragraph: A link.',
      'table-row: SHA-256 | File name',
    ]);
  });

  test('that wraps the HTML of a mail gives that HTML', async () => {
    const document = await read(
      rtf(
        String.raw`\fromhtml1{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 Caf\'e9 &amp; co{\*\htmltag72 </p>}\htmlrtf\par}\htmlrtf0{\*\htmltag64 <pre>}whoami /all\par net view{\*\htmltag72 </pre>}`,
      ),
    );
    expect(outline(document)).toEqual(['paragraph: Café & co', 'code: whoami /all\nnet view']);
  });

  test('of endless groups, of bytes that are not there and of broken escapes ends with an answer', async () => {
    for (const body of ['{'.repeat(1_000_000), '}'.repeat(1_000_000), '\\bin2000000000 ', "\\'zz".repeat(100_000)]) {
      const { text } = await read(rtf(`The crane.${body}`));
      expect(text).toMatch(/^The crane\./);
    }
  });
});
