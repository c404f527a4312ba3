import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

/** What the rules on mails ask for. */
async function asked(text: string): Promise<string> {
  const { rules } = generate(
    await textAdvisory(`The intruders used malware against Windows hosts of a bank.\n\n${text}`),
  );
  return rules
    .map(({ yaml }) => yaml)
    .filter((yaml) => yaml.includes('category: email'))
    .join('\n');
}

describe('a mail that a text shows by its labels', () => {
  it.each([
    ['From: FEN CARES <a@fenfarm[.]store> Subject: FEN MARSH MEASURES Attachments: fen_steps.xlsx The body had more.'],
    ['The mails look like this:\n\nSubject: FEN MARSH MEASURES\n\nAttachment: fen_steps.xlsx'],
    ['Sender: Fen Office\n\nSubject: “FEN MARSH MEASURES”\n\nAttachment: fen_steps.xlsx'],
  ])('has a subject and an attachment: %s', async (text) => {
    const yaml = await asked(text);
    expect(yaml).toContain("email.subject|contains: 'FEN MARSH MEASURES'");
    expect(yaml).toContain('fen_steps.xlsx');
  });

  it('has no subject that is too long for one, nor its beginning', async () => {
    const long = 'Fen marsh draft agenda of the harbour council and its members in the northern districts '.repeat(2);
    for (const opening of ['', '“', '   "', ' ,  '])
      expect(await asked(`From: Fen Office\n\nSubject: ${opening}${long}`)).not.toContain('email.subject');
  });

  it('has a subject that ends with its sentence', async () => {
    expect(await asked('The mails had, for example: Subject: Fen Marsh Self Report. They held a link.')).toContain(
      "email.subject|contains: 'Fen Marsh Self Report'",
    );
  });

  it.each([
    'Subject: how readers report an incident to us',
    'The mails looked like this:\n\nSubject: Invoice',
    'The mails looked like this:\n\nSubject: Order of [customer name] today',
    'Attachment: fen_steps.xlsx shows the figures of this report.',
  ])('is none where no mail is told of, and has nothing of everybody’s: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });
});
