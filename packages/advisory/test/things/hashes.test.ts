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

  it('of files that no log has the hashes of are told with the reason', async () => {
    const { notKept } = generate(await markdownAdvisory(`# Report\n\n${WINDOWS}\n\n${TABLE}`));
    expect(notKept.find(({ value }) => value === hash('document'))?.reason).toContain('no log of hosts');
  });

  it('beside nothing that says what they are of are looked for as programs', async () => {
    const rules = await rulesOf(`## Indicators of compromise\n\n- ${hash('a')}\n- ${hash('b')}\n`);
    expect(withHash(rules, 'a')).toEqual(['windows/process-creation']);
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
