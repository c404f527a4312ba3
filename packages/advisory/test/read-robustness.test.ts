import { type AdvisoryDocument, read } from '@tripline/advisory';
import { pdfOf } from './pdf-sample.js';

const html = (text: string): Promise<AdvisoryDocument> => read(Buffer.from(text), { contentType: 'text/html' });
const STORY = `The guest signed in with a stolen session and reset two factors of an administrator. ${'They listed every bucket of the account. '.repeat(12)}`;

describe('pages that show nothing', () => {
  const page = (scripts: string, shown = ''): string =>
    `<!doctype html><html><head><title>Slate Finch | Quarry</title>${scripts}</head><body><div id="root">${shown}</div></body></html>`;
  const script = (type: string, data: unknown): string => `<script type="${type}">${JSON.stringify(data)}</script>`;

  test('are read from the articleBody of their JSON-LD', async () => {
    const data = {
      '@graph': [{ '@type': 'WebPage' }, { '@type': 'Article', articleBody: `${STORY}\n\nA second part.` }],
    };
    const { text, title } = await html(page(script('application/ld+json', data)));
    expect(title).toBe('Slate Finch');
    expect(text).toContain('stolen session');
    expect(text).toContain('A second part.');
  });

  test('are read from the HTML or prose that their scripts hold, and not from other data', async () => {
    const data = { props: { token: 'x'.repeat(9000), post: { content: `<h2>How it began</h2><p>${STORY}</p>` } } };
    const document = await html(page(script('application/json', data)));
    expect(document.blocks.map(({ type }) => type)).toEqual(['heading', 'heading', 'paragraph']);
    expect(document.text).not.toContain('xxx');
  });

  test('that show their article are read from what they show', async () => {
    const data = { articleBody: STORY.replaceAll('bucket', 'queue') };
    const { text } = await html(page(script('application/ld+json', data), `<article><p>${STORY}</p></article>`));
    expect(text).toContain('bucket');
    expect(text).not.toContain('queue');
  });

  test('and whose data is broken stay as they are', async () => {
    const { text } = await html(page('<script type="application/ld+json">{"articleBody": </script>', '<p>Little.</p>'));
    expect(text).toContain('Little.');
  });
});

describe('hostile and long documents', () => {
  test.each([
    ['closed', (count: number) => '<div>'.repeat(count) + STORY + '</div>'.repeat(count)],
    ['left open', (count: number) => '<div><p><b>'.repeat(count / 3) + STORY],
    ['with text at every level', (count: number) => '<span>x'.repeat(count) + STORY],
  ])('what stands in 200,000 nested elements (%s) is read', async (_, nested) => {
    expect((await html(`<html><body>${nested(200_000)}</body></html>`)).text).toContain('stolen session');
  });

  test.each([
    ['a surrogate pair', '\u{1f9ff}'],
    ['an accented letter', 'e\u0301'],
    ['a hand with its skin tone', '\u{1f44b}\u{1f3fd}'],
  ])('a block is never cut inside %s', async (_, character) => {
    for (const lead of ['', 'x', 'xx', 'xxx', 'xxxx']) {
      const { text, blocks } = await read(Buffer.from(`${lead}${character.repeat(60_000)}`), {
        contentType: 'text/plain',
      });
      expect(blocks.length).toBeGreaterThan(1);
      for (const { start, end } of blocks) {
        const block = text.slice(start, end);
        expect(block.replaceAll(/^x+/g, '').replaceAll(character, '')).toBe('');
      }
    }
  });
});

describe('what a document says of itself', () => {
  test('the first line is the title where no heading stands near the beginning', async () => {
    const paragraphs = Array.from(
      { length: 14 },
      (_, at) => `Paragraph ${at} tells of what the guests did that day, in full sentences.`,
    );
    const { title } = await read(
      Buffer.from(
        `Slate finch notes, kept by hand.\n\n${paragraphs.join('\n\n')}\n\n## Much later\n\n## Later still\n\n- one\n`,
      ),
      {
        contentType: 'text/markdown',
      },
    );
    expect(title).toBe('Slate finch notes, kept by hand.');
  });

  test('the first line is the title of a text whose headings are those of sections', async () => {
    const body = 'The guests ran whoami.exe on each host, and left by the door that they had come by.';
    const text = await read(Buffer.from(`Slate finch came back in spring.\n\nSummary\n\n${body}\n`), {
      contentType: 'text/plain',
    });
    expect(text.title).toBe('Slate finch came back in spring.');
    const markdown = await read(Buffer.from(`TLP:CLEAR\n\n# Slate Finch\n\n## Summary\n\n${body}\n`), {
      contentType: 'text/markdown',
    });
    expect(markdown.title).toBe('Slate Finch');
  });

  test('the date printed in a PDF comes before that of the file', async () => {
    const line = (text: string, y: number) => ({ text, y });
    const rest = [line('The guests signed in with a stolen session and reset the factors of an administrator.', 640)];
    const info = '/CreationDate (D:20240809101112Z)';
    const dated = await read(pdfOf([[line('Slate Finch', 740), line('March 4, 2021', 700), ...rest]], info), {});
    expect(dated.publishedAt).toBe('2021-03-04');
    const undated = await read(pdfOf([[line('Slate Finch', 740), ...rest]], info), {});
    expect(undated.publishedAt).toBe('2024-08-09');
  });
});
