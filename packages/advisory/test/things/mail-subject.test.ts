import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

/** What the rules on mails ask of subjects. */
async function asked(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${text}`));
  return rules
    .map(({ yaml }) => yaml)
    .filter((yaml) => yaml.includes('email.subject'))
    .join('\n');
}

describe('the subject of a mail that the intruders sent', () => {
  it.each([
    ['Victims got mails with the subject line "Your order 4471 is late".', 'Your order 4471 is late'],
    ['The phishing message was titled “Fen County tax notice,“ and had an archive.', 'Fen County tax notice'],
    ['The actors sent an email with the subject: “Reed Marsh Draft Agenda” to ministries.', 'Reed Marsh Draft Agenda'],
    [
      'Emails use subjects such as: Fen County Tax Notice - May 3 With a link to a page of the county.',
      'Fen County Tax Notice - May 3',
    ],
    ['The mails came with a subject line of Fen County Tax Notice containing a link.', 'Fen County Tax Notice'],
    ['They send mails with the subject Draft of the Marsh Agenda and an archive.', 'Draft of the Marsh Agenda'],
    ['The mails use a subject line of Fen County Tax Notice With a link to a page.', 'Fen County Tax Notice'],
    ['The phishing mails had the subject: Your Order 4471 Is Late.', 'Your Order 4471 Is Late'],
    ['They send mails. The subject is "Fen County tax notice".', 'Fen County tax notice'],
  ])('is looked for: %s', async (text, subject) => {
    expect(await asked(text)).toContain(`email.subject|contains: '${subject}'`);
  });

  it('is each that a sentence gives as an example without quotes', async () => {
    const yaml = await asked('The mails used subject lines such as Heron levy 4471 overdue or Your new marsh permit.');
    for (const subject of ['Heron levy 4471 overdue', 'Your new marsh permit']) expect(yaml).toContain(`'${subject}'`);
  });

  it.each([
    'The mails used subject lines such as Heron levy 4471 to lure people.',
    'The mails used subject lines such as fines and levies of the county.',
  ])('is none of an example whose end is not told: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });

  it('is each of a list', async () => {
    const yaml = await asked(
      'The mails had subjects such as “Reed Marsh Draft Agenda,” “Fen County tax notice” and “Your order 4471 is late”.',
    );
    for (const subject of ['Reed Marsh Draft Agenda', 'Fen County tax notice', 'Your order 4471 is late'])
      expect(yaml).toContain(`'${subject}'`);
  });

  it.each([
    'We posted a blog titled “Fen County tax notice” last year.',
    'They send mails. A report titled “Fen County tax notice” tells more.',
    'Victims got mails with the subject "Invoice".',
    'Victims got mails with the subject "Order of <customer name>".',
    'Train your staff to report mails with the subject "Your order 4471 is late".',
    'The subject of the mail was changed each day.',
    'The subject of the mails was Fen County or its tax.',
  ])('is none where it is no mail’s, everybody’s, a pattern or for readers: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });
});
