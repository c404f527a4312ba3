import { type GenerateOptions, generate, type ReadOptions, read } from '@tripline/advisory';
import { docxOf, paragraphOf } from './support/docx-sample.js';

const reasonOf = async (bytes: string | Uint8Array, options: GenerateOptions = {}, about: ReadOptions = {}) => {
  const { reason, rules } = generate(await read(Buffer.from(bytes), about), options);
  expect(rules).toEqual([]);
  return reason;
};
const page = (body: string): string => `<!doctype html><html><body><article>${body}</article></body></html>`;

describe('a document without rules says why, in one sentence, and what to do:', () => {
  test.each([
    [
      'nothing in it is an artefact',
      'Our annual picnic takes place on Saturday. Bring a salad and good shoes.',
      /^Nothing in it is an artefact that a log would show \(.*\): send the report that names them\.$/,
    ],
    [
      'nothing in it is an artefact, and the words that it shares with techniques are too few to name one',
      'Nothing much happened here today. The weather was fine and nobody attacked.',
      /^Nothing in it is an artefact that a log would show /,
    ],
    [
      'it is nearly all pictures',
      page(`<h1>The crane</h1>${'<p>Figure</p><img src="a.png">'.repeat(6)}`),
      /^It holds nearly nothing but pictures \(6\), .*: send it as text\.$/,
    ],
    [
      'a subscription stands in its place',
      page('<h1>The crane</h1><p>The crane came back last week.</p><p>Subscribe to read the rest of this story.</p>'),
      /^The page shows a sign-in or a subscription in place of the article: /,
    ],
    [
      'a check of the browser stands in its place',
      page(
        '<h1>Just a moment</h1><p>Checking your browser before you reach the site. Enable JavaScript and cookies to continue.</p>',
      ),
      /^The page shows a check of the browser .*: open it in your browser and send its text\.$/,
    ],
    [
      'it is in another language',
      'Die Gruppe hat in der Nacht die Server der Firma verschlüsselt und eine Forderung gestellt. Die Täter haben sich danach nicht mehr gemeldet, und der Betrieb war für eine Woche nicht möglich.',
      /^It is written in German, and only English is read well: send an English version\.$/,
    ],
    [
      'all of its values are placeholders',
      'The intruder then reads the bucket:\n\n```\n<YOUR-BUCKET>\n```\n\nand that is all.\n\n# More\n\n```\ncurl http://example.com/{{name}}\n```\n',
      /^Every value in it is a placeholder \(<YOUR-BUCKET>.*example\.com\), which no log holds: /,
    ],
    [
      'it only advises',
      '# Notice\n\nPlease read.\n\n## Recommendations\n\nAdministrators should install the update at once. Use strong passwords for all accounts. Segment the network and keep copies of all data off line, and test them.\n',
      /^It says what defenders should do .*: send the report that it rests on\.$/,
    ],
    [
      'the detections that it publishes are of a language that no log answers',
      'rule crane {\n  strings:\n    $a = "crane"\n  condition:\n    $a\n}\n',
      /^The detection that it publishes did not become a rule: YARA rules look at files, /,
    ],
  ])('%s', async (_, text, reason) => {
    const told = await reasonOf(text);
    expect(told).toMatch(reason);
    expect(told?.match(/[.!?](?:\s|$)/g)).toHaveLength(1);
  });

  test('what is attached to it could not be read', async () => {
    const mail = [
      'From: a@b.example',
      'Subject: Report',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'See the attachment.',
      '--b',
      'Content-Type: image/png; name=report.png',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from([0x89, 0x50, 0x4e, 0x47]).toString('base64'),
      '--b--',
    ].join('\n');
    expect(await reasonOf(mail)).toBe(
      'What is attached to it could not be read (report.png: The document is a PNG image): send its text.',
    );
  });

  test('what it describes is less sure than was asked for, or in logs that were not', async () => {
    const text = 'The operators removed the shadow copies with `vssadmin.exe delete shadows /all /quiet`.';
    expect(await reasonOf(text, { minConfidence: 1 })).toMatch(
      /^What it describes is less sure than was asked for \(0\.\d\d of 1\): ask for 0\.\d\d or less\.$/,
    );
    expect(await reasonOf(text, { platforms: ['identity-1'] })).toBe(
      'What it describes shows in other logs than those that were asked for: try it with all log sources.',
    );
  });

  test('one that holds pictures and no text at all is refused with the same advice', async () => {
    const scanned = docxOf('<w:p><w:r><w:drawing/></w:r></w:p>');
    await expect(read(scanned)).rejects.toMatchObject({
      code: 'Empty',
      message: 'The document holds no readable text. What it holds is not read (1 pictures): send its text.',
    });
    expect(await reasonOf(docxOf(`${paragraphOf('Figure one')}<w:p><w:r><w:drawing/></w:r></w:p>`))).toMatch(
      /^It holds nearly nothing but pictures \(1\)/,
    );
  });
});

test('a document with rules has no reason', async () => {
  const { reason, rules } = generate(await read(Buffer.from('They ran `vssadmin.exe delete shadows /all /quiet`.')));
  expect(rules.length).toBeGreaterThan(0);
  expect(reason).toBeNull();
});
