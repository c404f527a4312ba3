import { generate } from '@tripline/advisory';
import { markdownAdvisory } from '../support/documents.js';

/** The rules on names of files and attachments in an advisory on a loader. */
async function asked(text: string, log: string): Promise<string> {
  const doc = await markdownAdvisory(
    `# Heron loader on Windows hosts\n\nThe attackers sent mails with a loader.\n\n${text}\n`,
  );
  const { rules } = generate(doc, { targets: [] });
  return rules
    .filter((rule) => rule.log === log)
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('a name of a file of which a part varies', () => {
  it.each([
    ['The ZIP attachments follow the pattern Reedpay_<digits>.zip in all mails.', "'Reedpay_*.zip'"],
    ['The attachments of the mails are named Fogbill_<6 digits>_2031.rar in each of them.', "'Fogbill_*_2031.rar'"],
    ['Attachments such as “Heronscan-[0-9]{6}.html” were opened by two people.', "'Heronscan-*.html'"],
    ['The attachments were named FEN_<random digits>.zip in each mail.', "'FEN_*.zip'"],
    ['Attachment names were marsh-statement-%d.one in the mails.', "'marsh-statement-*.one'"],
    ['Mail attachments:\n\n- FENPAY {Date}.doc\n- Reed_XXXX.xlsm', "'FENPAY *.doc'"],
    ['Mail attachments:\n\n- FENPAY {Date}.doc\n- Reed_XXXX.xlsm', "'Reed_*.xlsm'"],
  ])('is looked for in mails by what is known of it: %s', async (text, value) => {
    expect(await asked(text, 'network/mail-gateway')).toContain(value);
  });

  it.each([
    ['The loader dropped heronlog_<random>.dat on each host.', "'\\heronlog_*.dat'"],
    [
      'The archive is titled with one of these file names:\n\nfog-tax_<[0-9]{6}>.rar\nFentax_<[0-9]{6}>.rar',
      "'\\fog-tax_*.rar'",
    ],
  ])('is looked for among the files written: %s', async (text, value) => {
    expect(await asked(text, 'windows/file-event')).toContain(value);
  });

  it.each(['[a]', 'XXX_', 'a*b'])('is read in time that grows with the text alone: rows of %s', async (part) => {
    const took = async (length: number): Promise<number> => {
      const started = performance.now();
      await asked(part.repeat(length / part.length), 'windows/file-event');
      return performance.now() - started;
    };
    await took(30_000);
    expect(await took(240_000)).toBeLessThan(6_000);
  });

  it.each([
    'The ransomware renames the attachments to <name>.vvv there.',
    'Administrators should save attachments as archive_<date>.zip first.',
    'The loader dropped C:\\ProgramData\\<company>\\heronlog.dat on each host.',
    'The attachments are at https://marsh-fog.com/heron_<id>.zip for all.',
    'The attachment a_<id>.zip was opened.',
    'The attachment Terms at the border[1].rar was opened.',
    'The loader dropped toolsFilenameheron_<id>.log there.',
    'The bank keeps heronlog_<day>.csv of every night.',
  ])('is none where nothing of it is known, or it is an address’s, a path’s or not theirs: %s', async (text) => {
    const all = (await asked(text, 'network/mail-gateway')) + (await asked(text, 'windows/file-event'));
    expect(all).not.toMatch(/'[^']*\*[^']*'/);
  });
});
