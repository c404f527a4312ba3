import { type AdvisoryDocument, read } from '@tripline/advisory';
import fc from 'fast-check';

async function readText(text: string, url?: string): Promise<AdvisoryDocument> {
  return read(Buffer.from(text), { contentType: 'text/plain', ...(url === undefined ? {} : { url }) });
}

function outline(document: AdvisoryDocument): string[] {
  return document.blocks.map((block) => `${block.type}: ${document.text.slice(block.start, block.end)}`);
}

describe('reading plain text', () => {
  test('tells headings, paragraphs, commands, bullets and rows apart', async () => {
    const document = await readText(`Initial access

The group sent a shortcut file to the finance department of a port operator in March.

C:\\> whoami /all
net user helper Winter2025! /add

- a scheduled task was registered
- the log was cleared

Host\tAddress
gate\t45.9.148.3
`);
    expect(document.format).toBe('text');
    expect(outline(document)).toEqual([
      'heading: Initial access',
      'paragraph: The group sent a shortcut file to the finance department of a port operator in March.',
      'code: C:\\> whoami /all\nnet user helper Winter2025! /add',
      'list-item: a scheduled task was registered',
      'list-item: the log was cleared',
      'table-row: Host | Address',
      'table-row: gate | 45.9.148.3',
    ]);
  });

  test('joins lines that were broken at a column, and broken words with them', async () => {
    const prose = `The operators waited for nine days before they came back to the network and used
the same stolen session to enumerate every storage account of the subscription. They
then copied the backups to a container of their own and removed the originals, one re-
source group after the other, until an analyst noticed the deletions in the morning and
called the duty officer, who revoked the session and locked the account of the engineer
whose laptop had been infected by a trojanised build tool a week earlier than all that,
as the later investigation of the laptop and of the proxy showed to everybody involved,
and who had not noticed anything of it at the time of the infection or in the days that
`;
    const document = await readText(prose);
    expect(document.blocks).toHaveLength(1);
    expect(document.text).toContain('one resource group after the other');
  });

  test('keeps a sentence that begins like a command a sentence', async () => {
    const document = await readText(
      'Net user accounts were then listed by the intruder, who copied all of them to a file.\n',
    );
    expect(document.blocks[0]?.type).toBe('paragraph');
  });

  test.each([
    ['verbs with -ing', ['Dropping web shells', 'Creating accounts of their own', 'Clearing event logs of the host']],
    ['past forms', ['Dropped web shells', 'Stole saved passwords', 'Disabled the firewall of the host']],
    ['third persons', ['Dumps LSASS memory', 'Disables User Account Control', 'Uses tasks that start every hour']],
  ])('takes short lines for items where they begin with %s', async (_form, items) => {
    for (const gap of ['\n', '\n\n']) {
      const document = await readText(`The operators stayed for nine days.\n\n${items.join(gap)}\n`);
      expect(outline(document).slice(1)).toEqual(items.map((item) => `paragraph: ${item}`));
    }
  });

  test.each([
    'Credential Access',
    'Initial access via phishing',
    'Dropping web shells',
    'Dropped web shells',
    'Exploits of web servers',
    'Downloads used by staff',
    'Theft of saved passwords',
  ])('takes a title above prose for a heading: %s', async (title) => {
    const prose = 'The operators came back in May, and nobody of the two companies noticed them until the summer.';
    const document = await readText(`${prose}\n\n${title}\n${prose}\n`);
    expect(outline(document)[1]).toBe(`heading: ${title}`);
  });

  test('takes leading header lines as metadata', async () => {
    const document = await readText('title: A quiet week\ndate: 4 March 2025\n\nThe implant slept until Friday.\n');
    expect(document).toMatchObject({ title: 'A quiet week', publishedAt: '2025-03-04' });
    expect(document.text).toBe('The implant slept until Friday.');
  });

  test('lets the caller name the title', async () => {
    const document = await read(Buffer.from('The implant slept.'), { title: 'Given' });
    expect(document.title).toBe('Given');
  });

  test('gives offsets in UTF-16 code units, in order and within the text, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }), async (text) => {
        const document = await readText(`x ${text}`);
        let end = 0;
        for (const block of document.blocks) {
          expect(block.start).toBeGreaterThanOrEqual(end);
          expect(block.end).toBeLessThanOrEqual(document.text.length);
          expect(block.end).toBeGreaterThan(block.start);
          end = block.end;
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('reading Markdown', () => {
  const SOURCE = `---
title: "Copper Finch in the registry"
date: 2025-03-04
---
# Copper Finch in the registry

The loader \`rundll32.exe\` was **started** by [a task](https://docs.tasks.example/run "t").

## What ran

\`\`\`powershell
Get-ChildItem C:\\Users

Remove-Item $env:TEMP\\x.tmp
\`\`\`

1. first step
2. second \\*step\\*
   goes on here

| Kind | Value |
|------|:-----:|
| name | a\\|b.exe |

> quoted words

![Screen of the loader's console](img.png)

    reg query HKLM\\Software

Setext heading
--------------
some_name_with_underscores stays
`;

  test('reads its blocks and front matter', async () => {
    const document = await readText(SOURCE);
    expect(document).toMatchObject({
      format: 'markdown',
      title: 'Copper Finch in the registry',
      publishedAt: '2025-03-04',
    });
    expect(outline(document)).toEqual([
      'heading: Copper Finch in the registry',
      'paragraph: The loader rundll32.exe was started by a task.',
      'heading: What ran',
      'code: Get-ChildItem C:\\Users\n\nRemove-Item $env:TEMP\\x.tmp',
      'list-item: first step',
      'list-item: second *step* goes on here',
      'table-row: Kind | Value',
      'table-row: name | a|b.exe',
      'quote: quoted words',
      "caption: Screen of the loader's console",
      'code: reg query HKLM\\Software',
      'heading: Setext heading',
      'paragraph: some_name_with_underscores stays',
    ]);
  });

  test('points inline code and links at their words', async () => {
    const { text, blocks } = await readText(SOURCE);
    const [, block] = blocks;
    expect(block?.code?.map(({ start, end }) => text.slice(start, end))).toEqual(['rundll32.exe']);
    expect(block?.links?.map(({ start, end, href }) => [text.slice(start, end), href])).toEqual([
      ['a task', 'https://docs.tasks.example/run'],
    ]);
  });

  test('knows Markdown by its file name where its marks are few', async () => {
    expect((await readText('One *line* only.', 'https://a.example/notes.md')).format).toBe('markdown');
  });

  test.each(['[', '![', '](', '`', '**', '|', '> ', '- ', '# ', '<', '\\', '[.]', '/', '_ '])(
    'reads two hundred thousand "%s" in one go',
    async (mark) => {
      const document = await readText(`start ${mark.repeat(200_000 / mark.length)}`, 'https://a.example/notes.md');
      expect(document.text.startsWith('start')).toBe(true);
    },
  );
});

describe('backticks in a sentence of plain text', () => {
  const codeOf = async (text: string): Promise<readonly string[]> => {
    const doc = await readText(text);
    return doc.blocks.flatMap((block) => (block.code ?? []).map(({ start, end }) => doc.text.slice(start, end)));
  };

  test('mark code as in Markdown', async () => {
    expect(await codeOf('They ran `certutil -decode a.txt b.exe` and then (`heron.exe /q`), as told.')).toEqual([
      'certutil -decode a.txt b.exe',
      'heron.exe /q',
    ]);
  });

  test.each([
    'The variable is p`ower`shell in the script.',
    'It ends in a ` mark and goes on ` there.',
    'Only `one of them was written.',
    'Two `` of them stand here ``.',
  ])('mark nothing where they are part of a word or alone: %s', async (text) => {
    expect(await codeOf(text)).toEqual([]);
  });
});
