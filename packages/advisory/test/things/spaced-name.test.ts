import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';
import { askedOfFiles } from '../support/file-rules.js';

describe('the name of a file that has blanks', () => {
  it.each([
    ['The lure is a spreadsheet named "Reed Salary Review.xlsm" in the mails.', 'Reed Salary Review.xlsm'],
    ['The decoy was called Reed Salary Review 2024.docx and held a macro.', 'Reed Salary Review 2024.docx'],
    ['The loader saves a script titled “marsh update helper.vbs” to the disk.', 'marsh update helper.vbs'],
    ['A ZIP archive named Fen Order 2291.zip was sent.', 'Fen Order 2291.zip'],
  ])('is looked for as a whole: %s', async (text, name) => {
    const yaml = await askedOfFiles(text);
    expect(yaml).toContain(`TargetFilename|endswith: '\\${name}'`);
  });

  it('is looked for in mails where it is attached', async () => {
    const { rules } = generate(
      await textAdvisory('The intruders sent mails with an attachment named ‘Reed Transfer Copy.html’ to the bank.'),
    );
    const mail = rules.find(({ log }) => log === 'network/mail-gateway');
    expect(mail?.yaml).toContain("email.attachments.file.name: 'Reed Transfer Copy.html'");
  });

  const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

  it.each([
    `[Reed Salary 0990.exe] ${HASH}`,
    `${HASH}\tReed Salary 0990.exe`,
    `• Reed Salary 0990.exe | loader | ${HASH}`,
  ])('is looked for where its hash stands in the same record: %s', async (record) => {
    expect(await askedOfFiles(`The loader came by mail.\n\n${record}`)).toContain("'\\Reed Salary 0990.exe'");
  });

  it.each([
    `[Reed Salary 0990.exe] legitimate, signed | ${HASH}`,
    `${HASH} Reed-Salary.exe`,
    '[Reed Salary 0990.exe] is the newest tool of the bank',
    `The loader with the hash ${HASH} was seen before Reed Salary 0990.exe`,
  ])('is none where the record calls the file honest or is no record: %s', async (record) => {
    expect(await askedOfFiles(`The loader came by mail.\n\n${record}`)).not.toContain('Reed');
  });

  it.each([
    'The document named "Our Year Of Reeds.pdf" is our report of the year.',
    'The document named "Reeds of <month>.pdf" was sent.',
    'The tool called Microsoft Word opens the file fen.docx at once.',
    'The archive holds a file named "read first, then a.txt" and more.',
    'A group called "Reed Marsh.zip" bought it.',
  ])('is none of the author, of a pattern, of a list, or where no file is named: %s', async (text) => {
    expect(await askedOfFiles(text)).not.toMatch(/Reed|Word|then a/);
  });
});
