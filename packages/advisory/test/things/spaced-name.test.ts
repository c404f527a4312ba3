import { generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';
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
    const { rules } = generate(await textAdvisory(`The loader came by mail.\n\n${record}`), { targets: [] });
    expect(rules.map(({ yaml }) => yaml).join()).toContain("'\\Reed Salary 0990.exe'");
  });

  it('is not looked for by its last word as well', async () => {
    const told = 'The archive held “List of people at the reed.docx”. They opened the decoy document reed.docx.';
    const yaml = await askedOfFiles(
      `The decoy came by mail. A file named “List of people at the reed.docx” was sent. ${told}`,
    );
    expect(yaml).toContain("'\\List of people at the reed.docx'");
    expect(yaml).not.toContain("'\\reed.docx'");
  });

  it.each([
    `[Reed Salary 0990.exe] legitimate, signed | ${HASH}`,
    `${HASH} Reed-Salary.exe`,
    `| reed.img with the loader Reed.exe | ${HASH} |`,
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

describe('an attachment of an intruder’s mail', () => {
  const asked = async (text: string) => {
    const doc = await markdownAdvisory(
      `# Heron loader on Windows hosts\n\nThe attackers sent mails with a loader.\n\n${text}\n`,
    );
    const { rules } = generate(doc, { targets: [] });
    const of = (log: string): string =>
      rules
        .filter((rule) => rule.log === log)
        .map(({ yaml }) => yaml)
        .join('\n');
    return { mail: of('network/mail-gateway'), files: of('windows/file-event') };
  };

  it.each([
    ['The mails carried an attachment named "Scan of Reed 44.iso" that held a shortcut.', 'Scan of Reed 44.iso'],
    ['In June they sent e-mails with the attachment Reed_Advice.html to the staff.', 'Reed_Advice.html'],
    ['Recipients opened the OneNote file "Marsh Notes Q3.one" attached to the e-mail.', 'Marsh Notes Q3.one'],
    ['The archive Fenpaper_2291.zip was attached to the message.', 'Fenpaper_2291.zip'],
    ['| Attachment | Type |\n|---|---|\n| Fen details.one | OneNote |\n| Reedbook.url | link |', 'Reedbook.url'],
    ['| Attachment | Type |\n|---|---|\n| Fen details.one | OneNote |\n| Reedbook.url | link |', 'Fen details.one'],
  ])('is looked for in mails and among the files written: %s', async (text, name) => {
    const { mail, files } = await asked(text);
    expect(mail).toContain(`'${name}'`);
    expect(files).toContain(`'\\${name}'`);
  });

  it.each([
    ['The archive held the file Fen Overview.url for the reader.', 'Fen Overview.url'],
    ['| Lure | Country |\n|---|---|\n| Reed label 7781.img | Italy |', 'Reed label 7781.img'],
  ])('is only a file where nothing says that it was attached: %s', async (text, name) => {
    const { mail, files } = await asked(text);
    expect(mail).toBe('');
    expect(files).toContain(`'\\${name}'`);
  });

  it.each([
    'Administrators should block attachments such as Reedfile.iso at the gateway.',
    'The attackers did not send the attachment Reedfile.iso.',
    'The attachment drops Reedfile.exe.',
    'The report Reed Threat Guide.pdf is attached to this page.',
    '| Attachment | Our report |\n|---|---|\n| none | see below |',
  ])('is none where it is advised, denied, dropped by one or the author’s: %s', async (text) => {
    expect((await asked(text)).mail).toBe('');
  });
});
