import { generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

/** The rules on mails. */
async function asked(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`));
  return rules
    .map(({ yaml }) => yaml)
    .filter((yaml) => yaml.includes('category: email'))
    .join('\n');
}

describe('subjects and attachments of mails that are listed line by line', () => {
  it.each([
    'The phishing mails had the following subjects:\n\nReed marsh draft agenda\n\nFen County tax notice',
    'The group sends spam. We saw these message subjects:\n\n- Reed marsh draft agenda\n- Fen County tax notice\n',
    'Email Subjects\n\n“Reed marsh draft agenda”\n\n“Fen County tax notice”\n\nThe mails came from one server in the county and were sent at night.',
    'The subjects of the phishing emails were about fens.\n\nReed marsh draft agenda\n\nFen County tax notice\n\nHeron census for May',
  ])('are looked for each as a subject: %#', async (text) => {
    const yaml = await asked(text);
    for (const subject of ['Reed marsh draft agenda', 'Fen County tax notice'])
      expect(yaml).toMatch(new RegExp(`email.subject\\|contains:[^:]*'?${subject}`));
  });

  it.each([
    'Phishing mails were sent at night.\n\nSubject lines\n\n- Reed marsh draft agenda\n- Fen County tax notice',
    '| Sender | Subject |\n|---|---|\n| ann@fenlevy.net | Reed marsh draft agenda |\n| bob@fenlevy.net | Fen County tax notice |',
  ])('are looked for below a bare caption, and in a column beside senders: %#', async (text) => {
    const { rules } = generate(await markdownAdvisory(`# An intrusion\n\nThe intruders broke in.\n\n${text}`));
    const yaml = rules.map((rule) => rule.yaml).join('\n');
    for (const subject of ['Reed marsh draft agenda', 'Fen County tax notice']) expect(yaml).toContain(`${subject}`);
    expect(yaml).toContain('email.subject');
  });

  it('are none of certificates', async () => {
    const text = '| Subject | Issuer |\n|---|---|\n| Fen Bird Trading Ltd | Fen Root Authority |';
    const { rules } = generate(await markdownAdvisory(`# An intrusion\n\nThe intruders broke in.\n\n${text}`));
    expect(rules.map(({ yaml }) => yaml).join('\n')).not.toContain('email.subject');
  });

  it('are looked for each as an attachment', async () => {
    const yaml = await asked(
      'The mails carried attachments with these names:\n\nHeron census 2031.xlam\n\nfen_levy_form.iso\n\nreadme.zip',
    );
    expect(yaml).toContain('email.attachments.file.name');
    for (const name of ['Heron census 2031.xlam', 'fen_levy_form.iso']) expect(yaml).toContain(name);
    expect(yaml).not.toContain('readme.zip');
  });

  it('are looked for as files where no mail is told to have brought them', async () => {
    const text = 'The archive held lures with these names:\n\nHeron census 2031.xlam\n\nFen levy form.docx';
    const { rules } = generate(await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`));
    const [rule] = rules.filter(({ yaml }) => yaml.includes('file_event'));
    expect(rule?.yaml).toContain("'\\Heron census 2031.xlam'");
    expect(rule?.yaml).toContain("'\\Fen levy form.docx'");
  });

  it('end where a sentence or another list begins', async () => {
    const yaml = await asked(
      'The mails had the following subjects:\n\nReed marsh draft agenda\n\nAll of them were sent from one server that the county keeps for tests.\n\nHeron Census Tool',
    );
    expect(yaml).toContain('Reed marsh draft agenda');
    expect(yaml).not.toContain('Heron Census Tool');
    expect(yaml).not.toContain('All of them');
  });

  it('are looked for below a caption of one word where the text above is about mails, until another paragraph begins', async () => {
    const yaml = await asked(
      'The loader came with phishing mails.\n\nSubjects:\n\n- Reed marsh draft agenda\n- Fen County tax notice\n\nSenders of all that: the county of fens',
    );
    expect(yaml).toContain('Reed marsh draft agenda');
    expect(yaml).not.toContain('Senders of');
    expect(
      await asked('The loader came by an exploit.\n\nSubjects:\n\n- Reed marsh draft agenda\n- Fen County tax notice'),
    ).toBe('');
  });

  it.each([
    ['The files that the attackers used:', true],
    ['Malicious files of this campaign:', true],
    ['Files that the attackers stole:', false],
    ['Files that the malware looks for:', false],
    ['Files of the bank:', false],
  ])('are looked for as files with blanks where a caption calls them the intruder’s: %s', async (caption, isTheirs) => {
    const text = `${caption}\n\n- Heron census 2031.xlam\n- Fen levy 8871.exe`;
    const { rules } = generate(
      await textAdvisory(`An intrusion with a loader on the Windows hosts of a bank.\n\n${text}`),
    );
    const yaml = rules.map((rule) => rule.yaml).join('\n');
    expect(yaml.includes("'\\Heron census 2031.xlam'")).toBe(isTheirs);
    expect(yaml.includes("'\\Fen levy 8871.exe'")).toBe(isTheirs);
  });

  it.each([
    'Train your staff to report mails with the following subjects:\n\nReed marsh draft agenda\n\nFen County tax notice',
    'The report has the following subjects:\n\nReed marsh draft agenda\n\nFen County tax notice',
    'The subjects of the mails were about fens.\n\nHeron Census Tool\n\nThe tool is written in Go and reads what the mails brought.',
  ])('are none where they are for readers, no mail’s or no list: %#', async (text) => {
    expect(await asked(text)).toBe('');
  });
});
