import { deflateSync } from 'node:zlib';
import { type AdvisoryDocument, read } from '@tripline/advisory';
import { pdfOf, pdfOfPacked } from './pdf-sample.js';

function outline(document: AdvisoryDocument): string[] {
  return document.blocks.map((block) => `${block.type}/${block.role}: ${document.text.slice(block.start, block.end)}`);
}

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

describe('reading PDF', () => {
  const BODY = [
    'The intruder reached the jump host with a stolen certificate and stayed there for',
    'eleven days. From it the whole manage-',
    'ment network could be seen, as the flow records of the core switch show, and no',
    'one noticed the traffic of those nights until the invoice of the provider arrived.',
  ];
  const page = (number: number, lines: readonly { text: string; size?: number; y: number; mono?: boolean }[]) => [
    { text: 'Quarry Labs Quarterly', y: 770 },
    ...lines,
    { text: `Page ${number} of 3`, y: 20 },
  ];
  const SAMPLE = pdfOf([
    page(1, [
      { text: 'A stolen certificate', size: 20, y: 700 },
      ...BODY.map((text, at) => ({ text, y: 660 - at * 14 })),
      { text: 'The management network was rebuilt.', y: 580 },
    ]),
    page(2, [
      { text: 'Commands', size: 16, y: 700 },
      { text: 'net use \\\\\\\\core01\\\\c$ /user:ops', y: 670, mono: true },
      { text: 'whoami /groups', y: 656, mono: true },
      { text: 'The sample has the digest 0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a697', y: 620 },
      { text: '88796a5b4c3d2e1f0 and was signed.', y: 606 },
    ]),
    page(3, [{ text: 'Nothing else was found.', y: 700 }]),
  ]);

  test('joins lines to paragraphs, keeps code lines, and drops running headers and page numbers', async () => {
    const document = await read(SAMPLE, {});
    expect(document.format).toBe('pdf');
    expect(outline(document)).toEqual([
      'heading/narrative: A stolen certificate',
      'paragraph/narrative: The intruder reached the jump host with a stolen certificate and stayed there for eleven days. From it the whole management network could be seen, as the flow records of the core switch show, and no one noticed the traffic of those nights until the invoice of the provider arrived.',
      'paragraph/narrative: The management network was rebuilt.',
      'heading/narrative: Commands',
      'code/narrative: net use \\\\core01\\c$ /user:ops\nwhoami /groups',
      'paragraph/narrative: The sample has the digest 0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0 and was signed.',
      'paragraph/narrative: Nothing else was found.',
    ]);
  });

  // In Helvetica at 10 points these lines fill the column from 72 to about 470.
  const FULL = [
    'The operators reached the build host through a forgotten tunnel and waited there for nearly a week. On',
    'the first morning they looked around, on the second they copied the signing keys of two product lines to',
    'a share, and on the third they packed them with an archiver that had been given the name of a service. A',
    'scheduled job then removed the tools, so that the shift of the next morning found an empty directory and',
    'a quiet log. Nobody would have known but for the flow records, which a student kept in a private archive,',
    'and for the invoice of the provider, which named the port and the hours of every single one of the nights.',
  ];
  const full = (from: number) => FULL.map((text, at) => ({ text, y: from - at * 14 }));

  test('puts commands together that the edge of the page broke, and keeps apart those that end before it', async () => {
    const lines = [
      ...full(740),
      {
        text: 'schtasks /create /tn FinchUpdateService /sc onlogon /tr C:\\\\Users\\\\ann\\\\finch.exe',
        mono: true,
        y: 600,
      },
      { text: '/ru SYSTEM /f', mono: true, y: 588 },
      { text: 'whoami /all', mono: true, y: 576 },
      { text: 'net view', mono: true, y: 564 },
      ...full(520),
    ];
    const document = await read(pdfOf([lines]), {});
    expect(document.blocks.filter((block) => block.type === 'code')).toHaveLength(1);
    expect(document.text).toContain('C:\\Users\\ann\\finch.exe /ru SYSTEM /f\nwhoami /all\nnet view');
  });

  // In Helvetica at 10 points these lines fill a column of about 240 points.
  const LEFT = [
    'The operators reached the build host',
    'through a forgotten tunnel and waited',
    'there for nearly a week. On the first',
    'morning they looked around, and on the',
    'second they copied the signing keys of',
    'two product lines to a share. The third',
    'day they packed them with an archiver',
    'that had been given the name of a ser-',
    'vice. Then a job removed every tool of',
    'theirs, so that the next shift found a',
  ];
  const RIGHT = [
    'quiet log and no file. Nobody would have',
    'known but for the flow records, which a',
    'student kept in a private archive, and',
    'for the invoice of the provider, which',
    'named the port and the hours of every',
    'single one of the nights. The archive',
    'was sent to crane-updates.net in parts',
    'of ten megabytes, each under the name',
    'of a picture, and so the proxy let them',
    'pass without a word in any of its logs.',
  ];
  const column = (lines: readonly string[], x: number) => lines.map((text, at) => ({ text, x, y: 660 - at * 14 }));

  test('of two columns is read column by column, without cutting words, whether drawn by rows or by columns', async () => {
    const [left, right] = [column(LEFT, 72), column(RIGHT, 300)];
    const title = { text: 'A week in the tunnel of the build host of two product lines', size: 16, y: 720 };
    const rows = left.flatMap((line, at) => [line, right[at] ?? line]);
    const whole = [...LEFT, ...RIGHT].join(' ').replace('ser- vice', 'service');
    for (const lines of [rows, [...left, ...right]]) {
      const { text } = await read(pdfOf([[title, ...lines]]), {});
      expect(text.replace(/\s+/g, ' ')).toBe(`${title.text} ${whole}`);
    }
  });

  test('keeps the rows of a table whose cells stand in two columns', async () => {
    const rows = LEFT.flatMap((_, at) => [
      { text: `stage${at}.dll`, x: 72, y: 660 - at * 14 },
      { text: `0f1e2d3c4b5a69788796a5b4c3d2e1f${at}`, x: 300, y: 660 - at * 14 },
    ]);
    const document = await read(pdfOf([rows]), {});
    expect(outline(document)[3]).toBe('table-row/indicators: stage3.dll | 0f1e2d3c4b5a69788796a5b4c3d2e1f3');
  });

  test('puts a hash together that a narrow cell broke into pieces', async () => {
    const pieces = ['0f1e2d3c4b5a69788796', 'a5b4c3d2e1f00f1e2d3c', '4b5a69788796a5b4c3d2', 'e1f0'];
    const lines = [...full(740), ...pieces.map((text, at) => ({ text, x: 300, y: 600 - at * 14 }))];
    expect((await read(pdfOf([lines]), {})).text).toContain(pieces.join(''));
  });

  test('keeps the lines at the edge of pages that differ in more than a page number', async () => {
    const pages = ['45.9.148.3', '45.9.148.4', '45.9.148.5'].map((address, at) => [
      { text: 'Quarry Labs Quarterly', y: 775 },
      ...full(700),
      { text: `http://${address}/a`, y: 40 },
      { text: `${at + 1} / 3`, y: 20 },
    ]);
    const { text } = await read(pdfOf(pages), {});
    for (const address of ['45.9.148.3', '45.9.148.4', '45.9.148.5']) expect(text).toContain(`http://${address}/a`);
    expect(text).not.toMatch(/Quarterly|\d \/ 3/);
  });

  test('takes a short bold line between paragraphs for a heading, and code for no measure of the text', async () => {
    const lines = [
      { text: 'A week in the tunnel', size: 20, y: 770 },
      ...full(740),
      { text: 'Recommendations', bold: true, y: 630 },
      {
        text: 'Turn on signing of updates for all of the product lines that are built on the same host or its spare one.',
        y: 610,
      },
      ...Array.from({ length: 14 }, (_, at) => ({
        text: `whoami /groups /fo csv ${'x'.repeat(at + 3)}`,
        mono: true,
        size: 8,
        y: 580 - at * 10,
      })),
    ];
    const document = await read(pdfOf([lines]), {});
    const headings = document.blocks.filter((block) => block.type === 'heading');
    expect(headings.map((block) => document.text.slice(block.start, block.end))).toEqual([
      'A week in the tunnel',
      'Recommendations',
    ]);
    expect(document.blocks.at(-2)).toMatchObject({ type: 'paragraph', role: 'remediation' });
  });

  test('mends joined letters that another font writes as a mark', async () => {
    // The widths of Helvetica at 10 points place the mark directly between its neighbours.
    const word = [
      { text: 'The con', x: 72, y: 700 },
      { text: '!', x: 108.12, y: 700, mono: true },
      { text: 'guration was lost!', x: 114.12, y: 700 },
    ];
    expect((await read(pdfOf([word]), {})).text).toBe('The configuration was lost!');
  });

  test('reports a damaged file as damaged', async () => {
    await expect(read(Buffer.from('%PDF-1.7\nnothing more'), {})).rejects.toMatchObject({ code: 'Unreadable' });
  });

  test('refuses a file that unpacks to more than any report holds, packed once or twice', async () => {
    const once = deflateSync(Buffer.alloc(100 * 1024 * 1024, ' '));
    for (const file of [
      pdfOfPacked(once, '/FlateDecode'),
      pdfOfPacked(deflateSync(once), '[/FlateDecode /FlateDecode]'),
    ]) {
      await expect(read(file, {})).rejects.toMatchObject({
        code: 'TooLarge',
        message: expect.stringContaining('unpacks'),
      });
    }
  });

  test('reports a file without text', async () => {
    await expect(read(pdfOf([[]]), {})).rejects.toMatchObject({ code: 'Empty' });
  });
});

describe('reading STIX 2.1', () => {
  const BUNDLE = {
    type: 'bundle',
    id: 'bundle--1',
    objects: [
      { type: 'identity', id: 'identity--1', name: 'Quarry Labs' },
      {
        type: 'report',
        id: 'report--1',
        name: 'Copper Finch',
        published: '2025-03-04T10:00:00Z',
        description: 'The group **stole** keys.',
      },
      { type: 'intrusion-set', id: 'intrusion-set--1', name: 'Copper Finch' },
      {
        type: 'attack-pattern',
        id: 'attack-pattern--1',
        name: 'Valid Accounts',
        external_references: [
          { source_name: 'mitre-attack', external_id: 'T1078', url: 'https://attack.example/T1078' },
        ],
      },
      {
        type: 'relationship',
        relationship_type: 'uses',
        source_ref: 'intrusion-set--1',
        target_ref: 'attack-pattern--1',
      },
      { type: 'course-of-action', name: 'Rotate keys', description: 'Do it monthly.' },
      {
        type: 'indicator',
        name: 'loader',
        pattern:
          "[file:hashes.'SHA-256' = 'ab' OR domain-name:value = 'finch.top'] AND [process:command_line = 'cmd /c \\'x\\'']",
      },
      { type: 'ipv4-addr', value: '45.9.148.3' },
    ],
  };

  test('tells the report, its techniques and relationships, and lists patterns and observables', async () => {
    const document = await read(json(BUNDLE), {});
    expect(document).toMatchObject({ format: 'stix', title: 'Copper Finch', publishedAt: '2025-03-04T10:00:00.000Z' });
    const lines = outline(document);
    expect(lines).toEqual(
      expect.arrayContaining([
        'paragraph/narrative: The group stole keys.',
        'list-item/narrative: Valid Accounts: T1078',
        'paragraph/narrative: Copper Finch uses Valid Accounts (T1078).',
        'paragraph/remediation: Rotate keys: Do it monthly.',
        "table-row/indicators: file:hashes.'SHA-256' | ab | loader",
        'table-row/indicators: domain-name:value | finch.top | loader',
        'table-row/indicators: ipv4-addr:value | 45.9.148.3',
        "code/narrative: cmd /c 'x'",
        'list-item/references: https://attack.example/T1078',
      ]),
    );
  });

  test('lists all values of a pattern, and none that is negated, benign or revoked', async () => {
    const indicator = (pattern: string, more = {}) => ({ type: 'indicator', pattern, ...more });
    const { text } = await read(
      json({
        type: 'bundle',
        id: 'bundle--2',
        objects: [
          indicator(
            "([ipv4-addr:value IN ('45.9.148.4', '45.9.148.5')] FOLLOWEDBY [file:name = 'ot.dll']) WITHIN 300 SECONDS",
          ),
          indicator(
            "[domain-name:value = 'finch.top' AND NOT domain-name:value = 'one.example' AND url:value NOT = 'http://two.example/']",
          ),
          indicator("[domain-name:value != 'three.example']"),
          indicator("[domain-name:value = 'four.example']", { revoked: true }),
          indicator("[domain-name:value = 'five.example']", { indicator_types: ['benign'] }),
          { type: 'observed-data', objects: { 0: { type: 'ipv4-addr', value: '45.9.148.9' } } },
        ],
      }),
      {},
    );
    for (const value of ['45.9.148.4', '45.9.148.5', 'ot.dll', 'finch.top', '45.9.148.9'])
      expect(text).toContain(value);
    expect(text).not.toContain('example');
  });

  test('refuses a bundle that is cut off', async () => {
    const cut = JSON.stringify(BUNDLE).slice(0, -20);
    await expect(read(Buffer.from(cut), {})).rejects.toMatchObject({ code: 'Unreadable' });
  });
});

describe('reading MISP', () => {
  test('tells reports and galaxies, and lists attributes of the event and of its objects', async () => {
    const document = await read(
      json({
        Event: {
          info: 'Finch loader',
          date: '2025-03-04',
          EventReport: [{ name: 'Story', content: 'The loader ran.' }],
          Attribute: [
            { type: 'domain|ip', value: 'finch.top|45.9.148.3', comment: 'control server' },
            { type: 'comment', value: 'Seen twice.' },
            { type: 'link', value: 'https://quarry-labs.example/finch' },
          ],
          Object: [
            { name: 'process', Attribute: [{ type: 'text', object_relation: 'command-line', value: 'cmd /c x' }] },
          ],
          Galaxy: [{ GalaxyCluster: [{ value: 'Valid Accounts - T1078' }] }],
        },
      }),
      {},
    );
    expect(document).toMatchObject({ format: 'misp', title: 'Finch loader', publishedAt: '2025-03-04' });
    expect(outline(document)).toEqual([
      'heading/narrative: Finch loader',
      'heading/narrative: Story',
      'paragraph/narrative: The loader ran.',
      'paragraph/narrative: Seen twice.',
      'list-item/narrative: Valid Accounts - T1078',
      'code/narrative: cmd /c x',
      'heading/indicators: Indicators of compromise',
      'table-row/indicators: domain|ip | finch.top | 45.9.148.3 | control server',
      'heading/references: References',
      'list-item/references: https://quarry-labs.example/finch',
    ]);
  });
});

describe('reading the answer of a MISP search', () => {
  test('leaves out what was deleted and what is not meant for detection', async () => {
    const Attribute = [
      { type: 'ip-dst', value: '45.9.148.3', to_ids: true },
      { type: 'ip-dst', value: '45.9.148.4', to_ids: false },
      { type: 'ip-dst', value: '45.9.148.5', to_ids: true, deleted: true },
    ];
    const { text } = await read(json({ response: [{ Event: { info: 'Finch', Attribute } }] }), {});
    expect(text).toContain('45.9.148.3');
    expect(text).not.toMatch(/45\.9\.148\.[45]/);
  });
});

describe('reading CSAF', () => {
  test('tells notes, vulnerabilities and threats apart from remediations', async () => {
    const document = await read(
      json({
        document: {
          csaf_version: '2.0',
          title: 'Gate appliance: command injection',
          publisher: { namespace: 'https://psirt.gate.example' },
          tracking: { initial_release_date: '2025-03-04T00:00:00.000Z' },
          notes: [{ category: 'summary', title: 'Summary', text: 'The login page runs commands.' }],
        },
        vulnerabilities: [
          {
            cve: 'CVE-2025-4242',
            threats: [{ details: 'Exploited in the wild.' }],
            remediations: [{ details: 'Install 4.2.' }],
          },
        ],
      }),
      {},
    );
    expect(document).toMatchObject({
      format: 'csaf',
      publishedAt: '2025-03-04T00:00:00.000Z',
      publisherHosts: ['psirt.gate.example'],
    });
    expect(outline(document)).toEqual(
      expect.arrayContaining([
        'paragraph/narrative: The login page runs commands.',
        'heading/narrative: CVE-2025-4242',
        'paragraph/narrative: Exploited in the wild.',
        'paragraph/remediation: Install 4.2.',
      ]),
    );
  });
});

describe('input that is not a document', () => {
  test.each([
    ['a PNG image', '89504e470d0a1a0a'],
    ['a JPEG image', 'ffd8ffe000104a46'],
    ['a GIF image', '474946383961'],
    ['a ZIP archive', '504b0304140000'],
    ['a gzip archive', '1f8b0800000000'],
    ['a Windows executable', `4d5a9000${'00'.repeat(80)}`],
    ['a Linux executable', '7f454c46020101'],
    ['binary data', '0102030405060708'.repeat(20)],
  ])('refuses %s by its content, whatever it is called', async (name, hex) => {
    await expect(read(Buffer.from(hex, 'hex'), { contentType: 'text/html' })).rejects.toMatchObject({
      code: 'UnsupportedType',
      message: expect.stringContaining(name),
    });
  });

  test('refuses empty and oversized documents', async () => {
    await expect(read(new Uint8Array(0), {})).rejects.toMatchObject({ code: 'Empty' });
    await expect(read(Buffer.from(' \n\t '), {})).rejects.toMatchObject({ code: 'Empty' });
    await expect(read(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), {})).rejects.toMatchObject({ code: 'TooLarge' });
  });
});
