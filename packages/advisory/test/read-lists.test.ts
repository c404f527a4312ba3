import { type AdvisoryDocument, generate, read } from '@tripline/advisory';

const outline = ({ blocks, text }: AdvisoryDocument): string[] =>
  blocks.map(({ end, role, start, type }) => `${type}/${role}: ${text.slice(start, end)}`);
const rulesOf = (document: AdvisoryDocument): string[] =>
  generate(document).rules.flatMap(({ evidence }) => evidence.map(({ field, value }) => `${field}=${value}`));

const SHA256 = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0';
const MD5 = SHA256.slice(0, 32);
const COMMAND = 'vssadmin.exe delete shadows /all /quiet';

describe('a file of Sigma rules', () => {
  const rule = (number: number): string =>
    [
      `title: Crane ${number}`,
      `id: 3f3c2a1e-0000-4000-8000-00000000000${number}`,
      'logsource:',
      '    category: process_creation',
      '    product: windows',
      'detection:',
      '    selection:',
      `        Image|endswith: '\\crane${number}.exe'`,
      '    condition: selection',
      'level: high',
    ].join('\n');

  test('comes as published detections, each with its own id', async () => {
    const document = await read(Buffer.from(`# our rules\n---\n${rule(1)}\n---\n${rule(2)}\n`));
    expect(document).toMatchObject({ format: 'sigma', title: '2 Sigma rules' });
    const { rules, stats } = generate(document);
    expect(rules.map(({ key, title }) => [key, title])).toEqual([
      ['3f3c2a1e-0000-4000-8000-000000000001', 'Crane 1'],
      ['3f3c2a1e-0000-4000-8000-000000000002', 'Crane 2'],
    ]);
    expect(stats.publishedDetections.map(({ language }) => language)).toEqual(['sigma', 'sigma']);
  });

  test('is told from a page that quotes a rule', async () => {
    const { format } = await read(Buffer.from(`The crane\n\nWe look for it with this rule:\n\n${rule(1)}\n`));
    expect(format).not.toBe('sigma');
  });
});

describe('a file of YARA rules', () => {
  const FILE = [
    '/* The crane */',
    'import "hash"',
    'rule crane_loader : apt {',
    '  meta:',
    '    description = "Deletes shadow copies"',
    `    hash = "${SHA256}"`,
    '  strings:',
    `    $a = "${COMMAND}"`,
    `    $b = "${'a'.repeat(64)}"`,
    '  condition:',
    `    $a or hash.md5(0, filesize) == "${MD5}"`,
    '}',
    'private rule crane_stage { condition: filesize < 4KB }',
  ].join('\n');

  test('gives the hashes of the files that it names, and of its strings no rule', async () => {
    const document = await read(Buffer.from(FILE));
    expect(document).toMatchObject({ format: 'yara', title: '2 YARA rules' });
    expect(outline(document).slice(2)).toEqual([
      'heading/indicators: Indicators of compromise',
      `table-row/indicators: sha256 | ${SHA256} | crane_loader`,
      `table-row/indicators: md5 | ${MD5} | crane_loader`,
    ]);
    expect(rulesOf(document).join()).not.toMatch(/vssadmin/);
    expect(rulesOf(document)).toContain(`Hashes=SHA256=${SHA256}`);
  });

  test('is read in a time that grows with a line that only says what a rule is', async () => {
    const start = process.cpuUsage();
    const { title } = await read(Buffer.from(`${FILE}\n${'private '.repeat(230_000)}rule crane_late {`));
    expect(title).toBe('2 YARA rules');
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
  });

  test('says of each rule that no log shows what it looks for', async () => {
    const { stats } = generate(await read(Buffer.from(FILE)));
    expect(stats.publishedDetections.map(({ language, reasons }) => [language, reasons])).toEqual([
      ['yara', ['YARA rules look at files, which no log of ours holds.']],
      ['yara', ['YARA rules look at files, which no log of ours holds.']],
    ]);
  });
});

test('rules in attributes of a MISP event are read as rules', async () => {
  const sigma =
    'title: Crane\nlogsource:\n  category: process_creation\n  product: windows\ndetection:\n  selection:\n    CommandLine|contains: crane-pull\n  condition: selection\n';
  const yara = 'rule crane {\n  condition: filesize < 4KB\n}';
  const event = {
    info: 'Crane',
    Attribute: [
      { type: 'sigma', value: sigma },
      { type: 'yara', value: yara },
    ],
  };
  const { rules, stats } = generate(await read(Buffer.from(JSON.stringify({ Event: event }))));
  expect(rules.map(({ title }) => title)).toEqual(['Crane']);
  expect(stats.publishedDetections.map(({ language }) => language)).toEqual(['sigma', 'yara']);
});

describe('a table of indicators', () => {
  test('is read by its columns: ids and dates are left out, and what is not marked for detection', async () => {
    const document = await read(
      Buffer.from(
        [
          'id,type,value,comment,to_ids,date,reference',
          '1,domain,crane-updates.net,"c2, ""first""",1,2026-01-01,https://quarry.example/r',
          `2,sha256,${SHA256},loader,1,2026-01-01,`,
          '3,domain,resolver-of-ours.net,resolver,0,2026-01-01,',
          `4,command-line,"${COMMAND}",,1,2026-01-01,`,
        ].join('\r\n'),
      ),
    );
    expect(document).toMatchObject({ format: 'csv', title: '3 indicators' });
    expect(outline(document)).toEqual([
      'heading/indicators: Indicators of compromise',
      'table-row/indicators: type | value | comment',
      'table-row/indicators: domain | crane-updates.net | c2, "first"',
      `table-row/indicators: sha256 | ${SHA256} | loader`,
      'heading/narrative: Command lines',
      `code/narrative: ${COMMAND}`,
      'heading/references: References',
      'list-item/references: https://quarry.example/r',
    ]);
    expect(rulesOf(document)).toEqual(expect.arrayContaining(['QueryName=crane-updates.net', 'CommandLine=shadows']));
  });

  test('with its columns named in a comment, and separated by semicolons, is one too', async () => {
    const feed =
      '# Feed\n#\n# "first_seen_utc","url","reporter"\n"2026-01-01","http://crane-updates.net/gate.php","x"\n';
    expect(outline(await read(Buffer.from(feed)))[2]).toBe('table-row/indicators: http://crane-updates.net/gate.php');
    const sheet = 'MD5;File name\n'.concat(`${MD5};crane.exe\n`);
    expect(outline(await read(Buffer.from(sheet)))[2]).toBe(`table-row/indicators: ${MD5} | crane.exe`);
  });

  test('is told from prose with commas', async () => {
    const { format } = await read(
      Buffer.from('Domain, path and value\nThe operators came back.\nThey used a, b, c and d.\n'),
    );
    expect(format).toBe('text');
  });
});

describe('an OpenIOC document', () => {
  const item = (search: string, content: string, condition = 'is'): string =>
    `<IndicatorItem condition="${condition}"><Context search="${search}"/><Content>${content}</Content></IndicatorItem>`;
  const ioc = (items: string): Uint8Array =>
    Buffer.from(
      `<?xml version="1.0"?><ioc xmlns="http://schemas.mandiant.com/2010/ioc"><short_description>Crane loader</short_description><description>Seen once &amp; again.</description><authored_date>2026-01-02T00:00:00</authored_date><links><link rel="report" href="https://quarry.example/r"/></links><definition><Indicator operator="OR">${items}</Indicator></definition></ioc>`,
    );

  test('gives each comparison with what is compared, commands as commands, and none that must not hold', async () => {
    const document = await read(
      ioc(
        [
          item('FileItem/Md5sum', MD5),
          item('DnsEntryItem/Host', 'crane-updates.net', 'contains'),
          item('FileItem/FilePath', 'C:\\Good\\good.exe', 'isnot'),
          item('ProcessItem/arguments', COMMAND),
        ].join(''),
      ),
    );
    expect(document).toMatchObject({ format: 'openioc', title: 'Crane loader', publishedAt: '2026-01-02' });
    expect(outline(document)).toEqual([
      'heading/narrative: Crane loader',
      'paragraph/narrative: Seen once & again.',
      'heading/indicators: Indicators of compromise',
      `table-row/indicators: FileItem/Md5sum | ${MD5}`,
      'table-row/indicators: DnsEntryItem/Host | crane-updates.net',
      'heading/narrative: Command lines',
      `code/narrative: ${COMMAND}`,
      'heading/references: References',
      'list-item/references: https://quarry.example/r',
    ]);
    expect(rulesOf(document)).toEqual(expect.arrayContaining([`Hashes=MD5=${MD5}`, 'CommandLine=shadows']));
  });

  test('of too many elements or of elements too deep is refused', async () => {
    await expect(read(ioc('<a/>'.repeat(2_000_001)))).rejects.toMatchObject({
      code: 'TooLarge',
      message: expect.stringMatching(/holds 2000001 elements of XML; at most 2000000/),
    });
    await expect(read(ioc('<a>'.repeat(300)))).rejects.toMatchObject({ code: 'Unreadable' });
  });
});
