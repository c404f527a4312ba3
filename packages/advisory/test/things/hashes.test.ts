import { createHash } from 'node:crypto';
import { type GeneratedRule, generate } from '@tripline/advisory';
import * as fc from 'fast-check';
import { markdownAdvisory } from '../support/documents.js';

const WINDOWS = 'The intruders ran the loader heron.exe on Windows hosts of the domain.';
const hash = (of: string): string => createHash('sha256').update(of).digest('hex');

async function rulesOf(text: string): Promise<readonly GeneratedRule[]> {
  return generate(await markdownAdvisory(`# Report\n\n${WINDOWS}\n\n${text}`)).rules;
}

const withHash = (rules: readonly GeneratedRule[], of: string): readonly (string | null)[] =>
  rules.filter(({ yaml }) => yaml.includes(hash(of))).map(({ log }) => log);

const TABLE = `## Indicators of compromise

| File | SHA-256 |
| --- | --- |
| heron.exe | ${hash('program')} |
| fog.dll | ${hash('library')} |
| marsh.sys | ${hash('driver')} |
| invoice.docx | ${hash('document')} |
`;

describe('hashes', () => {
  it('are looked for where their kind of file is seen', async () => {
    const rules = await rulesOf(TABLE);
    expect(withHash(rules, 'program')).toEqual(['windows/process-creation']);
    expect(withHash(rules, 'library')).toEqual(['windows/image-load']);
    expect(withHash(rules, 'driver')).toEqual(['windows/driver-load']);
    expect(withHash(rules, 'document')).toEqual([]);
  });

  it('are those of drivers below the title of a table that says so, and not beside the installer of one', async () => {
    const rules = await rulesOf(
      `## Indicators\n\nTable 2. Malicious kernel drivers used by Heron\n\n| SHA-256 | Seen |\n| --- | --- |\n| ${hash('driver')} | 2026-03 |\n\n## Others\n\n| Role | What | SHA-256 |\n| --- | --- | --- |\n| Loader | Printer driver installer lure | ${hash('lure')} |\n`,
    );
    expect(withHash(rules, 'driver')).toEqual(['windows/driver-load']);
    expect(withHash(rules, 'lure')).toEqual(['windows/process-creation']);
  });

  it('of files that no log has the hashes of are told with the reason', async () => {
    const { notKept } = generate(await markdownAdvisory(`# Report\n\n${WINDOWS}\n\n${TABLE}`));
    expect(notKept.find(({ value }) => value === hash('document'))?.reason).toContain('no log of hosts');
  });

  it.each([
    'The mail had an archive attached, and in it lay a shortcut.',
    'The victim downloaded a ZIP archive from the site.',
    'Phishing mails delivered the document to the staff.',
  ])('of files that came by mail or from a site are looked for in the log of downloads: %s', async (text) => {
    const rules = await rulesOf(`${text}\n\n${TABLE}`);
    expect(withHash(rules, 'document')).toEqual(['windows/create-stream-hash']);
    expect(rules.find(({ yaml }) => yaml.includes(hash('document')))?.yaml).toContain('level: low');
  });

  it.each([
    'The attackers wrote a document to the host.',
    'The archive was not downloaded by the victim.',
    'The backdoor can download programs.',
  ])('of files that did not are in no rule: %s', async (text) => {
    expect(withHash(await rulesOf(`${text}\n\n${TABLE}`), 'document')).toEqual([]);
  });

  it('beside nothing that says what they are of are looked for as programs', async () => {
    const rules = await rulesOf(`## Indicators of compromise\n\n- ${hash('a')}\n- ${hash('b')}\n`);
    expect(withHash(rules, 'a')).toEqual(['windows/process-creation']);
  });

  it('have what the line below says they are of, behind a short sentence too', async () => {
    const rules = await rulesOf(`More was found.\n\nSHA256: ${hash('document')}\n\nExcel document with macros\n`);
    expect(withHash(rules, 'document')).toEqual([]);
  });

  it('in a list without line breaks are not given the kind of the file before or behind them', async () => {
    const rules = await rulesOf(
      `## Indicators of compromise\n\n${hash('a')} invoice.docx ${hash('b')} heron.exe ${hash('c')} fog.dll\n`,
    );
    expect(withHash(rules, 'b')).not.toContain('windows/image-load');
    expect(withHash(rules, 'b')).toEqual(['windows/process-creation']);
  });
});

describe('names that security products give to threats', () => {
  it('of Microsoft are looked for in the log of Defender, wherever they stand', async () => {
    const family = fc.stringMatching(/^[A-Z][a-z]{4,9}$/);
    await fc.assert(
      fc.asyncProperty(family, fc.constantFrom('Trojan', 'Backdoor', 'Ransom'), async (name, kind) => {
        const value = `${kind}:Win64/${name}.A!dha`;
        const [rule] = (await rulesOf(`## Detections\n\n- Microsoft Defender Antivirus: ${value}\n`)).filter(
          ({ log }) => log === 'windows/defender',
        );
        expect(rule?.yaml).toContain(`ThreatName|contains: '${value}'`);
        expect(rule?.yaml).toContain('1116');
      }),
      { numRuns: 10 },
    );
  });

  it('of others are looked for in the log of any antivirus', async () => {
    const rules = await rulesOf('The loader is detected as "Backdoor.Win32.HERONFOG.ENC" by the product.');
    expect(rules.find(({ log }) => log === 'network/antivirus')?.yaml).toContain(
      "Signature|contains: 'Backdoor.Win32.HERONFOG.ENC'",
    );
  });

  it.each([
    'The group is identified as Heron.Fog by others.',
    'The file is detected as Trojan.Generic in the sandbox.',
    'Their program is detected as heron.exe there.',
  ])('are more than a name: %s', async (text) => {
    expect((await rulesOf(text)).filter(({ log }) => log === 'network/antivirus')).toEqual([]);
  });

  it('are found where the blank beside them is lost', async () => {
    const written = fc.constantFrom(
      (value: string) => `SHA256${value} – stage 2`,
      (value: string) => `Stage 2 Mach-O${value} – stage 3`,
      (value: string) => `${value.toUpperCase()}N/AWin64/Agent.MS`,
    );
    await fc.assert(
      fc.asyncProperty(written, fc.string({ minLength: 1, maxLength: 8 }), async (write, of) => {
        expect(withHash(await rulesOf(`The programs are:\n\n${write(hash(of))}`), of)).not.toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('are none within a longer code', async () => {
    expect(withHash(await rulesOf(`The key is qz/${hash('part')}/qz and qz=${hash('part')}`), 'part')).toEqual([]);
    // Longer than the longest digest with its name.
    const code = `${hash('one')}${hash('two')}${hash('three')}`;
    for (const length of [132 + 40, 132 + 64]) {
      const rules = await rulesOf(`The program's shellcode is ${code.slice(0, length)} in full.`);
      expect(rules.filter(({ yaml }) => yaml.includes('Hashes|contains'))).toEqual([]);
    }
  });
});

describe('hashes whose line does not say what they are of', () => {
  const list = (lines: readonly string[]): Promise<readonly GeneratedRule[]> =>
    rulesOf(`## Indicators of compromise\n\n${lines.join('\n\n')}\n`);

  it('are of the file whose name begins their record', async () => {
    const rules = await list([
      'File name: fogbank.dll',
      `SHA256: ${hash('library')}`,
      'File name: heron.exe',
      'SHA256:',
      hash('program'),
      'File name: marsh.ashx',
      `SHA256: ${hash('page')}`,
      'File: Credential module',
      `SHA256: ${hash('module')}`,
      'Compiled: 12 May 2025 - 32-bit DLL',
    ]);
    expect(withHash(rules, 'library')).toEqual(['windows/image-load']);
    expect(withHash(rules, 'program')).toEqual(['windows/process-creation']);
    expect(withHash(rules, 'page')).toEqual([]);
    expect(withHash(rules, 'module')).toEqual(['windows/image-load']);
  });

  it('are of the file that ends a short line of several hashes', async () => {
    const rules = await list([
      `MD5 hash: ${hash('md5').slice(0, 32)} SHA256 hash: ${hash('document')} Original filename: Fen levy (2025).doc`,
    ]);
    expect(withHash(rules, 'document')).toEqual([]);
    expect(rules.some(({ yaml }) => yaml.includes(hash('md5').slice(0, 32)))).toBe(false);
  });

  it('are of the file named behind them where the list begins with a hash', async () => {
    const rules = await list([
      hash('archive'),
      'Archive with the lures',
      hash('program'),
      'heron.exe',
      hash('library'),
      'Decrypted DLL',
    ]);
    expect(withHash(rules, 'archive')).toEqual([]);
    expect(withHash(rules, 'program')).toEqual(['windows/process-creation']);
    expect(withHash(rules, 'library')).toEqual(['windows/image-load']);
  });

  it.each([
    ['Malicious documents:', []],
    ['DLL hashes:', ['windows/image-load']],
    ['Scripts and payloads:', ['windows/process-creation']],
    ['Macro payload:', ['windows/process-creation']],
    ['FOGRAT (delivered by maldoc):', ['windows/process-creation']],
    ['Samples:', ['windows/process-creation']],
  ])('are of what the caption of their list says: %s', async (caption, logs) => {
    const rules = await list([caption, hash('a'), hash('b')]);
    expect(withHash(rules, 'a')).toEqual(logs);
    expect(withHash(rules, 'b')).toEqual(logs);
  });

  it('are no longer of a caption behind a sentence or another caption', async () => {
    const rules = await list([
      'Malicious documents:',
      hash('a'),
      'The second stage was compiled on the day of the intrusion and has been seen since then only here.',
      hash('b'),
    ]);
    expect(withHash(rules, 'b')).toEqual(['windows/process-creation']);
  });

  it('are read in linear time however many there are', async () => {
    const many = (count: number): string =>
      Array.from({ length: count }, (_, at) => `file${at}.dll\n\n${hash(String(at))}`).join('\n\n');
    const started = performance.now();
    await rulesOf(many(800));
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('are read in linear time also where they stand on one line', async () => {
    const told = 'The payload is a Windows DLL.\n\n';
    const many = (count: number): string =>
      Array.from({ length: count }, (_, at) => `| ${hash(String(at)).slice(0, 32)}`).join('');
    const timeOf = async (count: number): Promise<number> => {
      const started = performance.now();
      await rulesOf(told + many(count));
      return performance.now() - started;
    };
    await timeOf(2000);
    const few = Math.max(await timeOf(2000), await timeOf(2000));
    // Four times as many take four times as long, and sixteen where each is read with the whole line.
    expect(Math.min(await timeOf(8000), await timeOf(8000)) / few).toBeLessThan(10);
  });
});

describe('hashes of files that their row calls honest', () => {
  it.each(['Legitimate signed binary', 'Clean library of the browser', 'benign, loads the DLL'])(
    'are in no rule: %s',
    async (remark) => {
      const rules = await rulesOf(
        `## Indicators of compromise\n\n| SHA-256 | File | Remark |\n| --- | --- | --- |\n| ${hash('it')} | fogview.exe | ${remark} |\n`,
      );
      expect(withHash(rules, 'it')).toEqual([]);
    },
  );

  it.each(['Loader disguised as a legitimate binary', 'Trojanized legitimate installer', 'Backdoor, not legitimate'])(
    'and only look so stay the intruder’s: %s',
    async (remark) => {
      const rules = await rulesOf(
        `## Indicators of compromise\n\n| SHA-256 | File | Remark |\n| --- | --- | --- |\n| ${hash('it')} | fogview.exe | ${remark} |\n`,
      );
      expect(withHash(rules, 'it')).toEqual(['windows/process-creation']);
    },
  );
});
