import { deflateSync } from 'node:zlib';
import { read } from '@tripline/advisory';
import { pdfOf, pdfOfPacked } from './pdf-sample.js';

const refusal = (bytes: Uint8Array): Promise<{ code: string; message: string }> =>
  read(bytes).then(
    () => ({ code: 'read', message: '' }),
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  );
const packed = (content: string): Uint8Array => pdfOfPacked(deflateSync(Buffer.from(content)), '/FlateDecode');

describe('a document over a budget is refused with the budget, the value and what to do:', () => {
  test('characters of text', async () => {
    const lines = 'f'.repeat(99).concat('\n').repeat(20_001);
    expect(await refusal(Buffer.from(lines))).toEqual({
      code: 'TooLarge',
      message: expect.stringMatching(
        /^The document holds 20\d{5} characters of text; at most 2000000 are read\. Send a shorter part/,
      ),
    });
  });

  test('elements of HTML, all of which are counted', async () => {
    const { message } = await refusal(Buffer.from(`<html><body>${'<p>a'.repeat(300_050)}</body></html>`));
    expect(message).toMatch(/^The document holds 30005\d elements of HTML; at most 300000 are read\./);
  });

  test('drawing operators of a PDF, also of one that is small because it is packed', async () => {
    const bytes = packed('0 0 m\n'.repeat(1_000_001));
    expect(bytes.length).toBeLessThan(50_000);
    expect((await refusal(bytes)).message).toMatch(
      /^The document holds 1000001 drawing operators; at most 1000000 are read\./,
    );
  });

  test('drawing operators of content that many pages share, for each page', async () => {
    const page = [{ text: 'one', y: 700 }];
    const text = Buffer.from(pdfOf([page, page, page])).toString('latin1');
    const own = 'BT ET '.repeat(200_000);
    const shared = text
      .replaceAll(/\/Contents \d+ 0 R/g, '/Contents 7 0 R')
      .replace(/stream\n[\s\S]*?\nendstream/, () => `stream\n${own}\nendstream`);
    expect((await refusal(Buffer.from(shared, 'latin1'))).message).toMatch(/holds 12000\d\d drawing operators/);
  });
});

test.each([
  ['a comment', '/FlateDecode%%\n'],
  ['the character zero', '/FlateDecode\0'],
  ['a brace', '/FlateDecode{'],
  ['two of its characters as codes', '/#46l#61teDecode'],
])('a packed PDF is measured too where the name of its packing has %s', async (_, filter) => {
  const bytes = pdfOfPacked(deflateSync(Buffer.alloc(65 * 1024 * 1024, ' ')), filter);
  expect((await refusal(bytes)).code).toBe('TooLarge');
});

test('strings, names, comments and inline pictures of a PDF are no operators', async () => {
  const noise = ['(a b \\) (c d) e) Tj', '/Name gs', '% a b c d e f', '<61 62 63> Tj', 'BI /W 1 ID a b c d e f g EI'];
  // Of each round at most 6 operators count: Tj, gs, Tj, BI, ID; EI is read with its data. With what stands in the noise it would be twenty.
  const content = (rounds: number) =>
    packed(`${'0 0 m\n'.repeat(999_900)}BT /F1 10 Tf 72 700 Td ${`${noise.join('\n')}\n`.repeat(rounds)} ET`);
  expect((await refusal(content(16))).code).not.toBe('TooLarge');
  expect((await refusal(content(40))).message).toMatch(/drawing operators/);
});
