import { generate, measureRule, read } from '@tripline/advisory';
import { parseSigma } from '@tripline/sigma';
import { pdfOf } from './pdf-sample.js';
import { docxOf, paragraphOf } from './support/docx-sample.js';

const BODY = 'The operators removed the shadow copies with `vssadmin.exe delete shadows /all /quiet` on every host.';
const text = (...lines: string[]): Uint8Array => Buffer.from(['The crane', '', ...lines, '', BODY].join('\n'));
const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

describe("a document's mark is known", () => {
  test.each([
    ['alone on a line', text('TLP:AMBER'), 'amber'],
    ['with a label', text('Distribution: TLP AMBER + STRICT'), 'amber+strict'],
    ['in its title', Buffer.from(`# [TLP:RED] The crane that came back to the relay by night\n\n${BODY}`), 'red'],
    [
      'said of it in a sentence',
      text('This report is marked TLP:GREEN. Do not hand it on outside of your community.'),
      'green',
    ],
    ['under its older name', text('tlp:white'), 'clear'],
    ['twice, the stricter', text('TLP:GREEN', '', 'TLP:RED'), 'red'],
    [
      'in a running header of a PDF',
      pdfOf(
        [1, 2, 3].map((at) => [
          { text: 'TLP:RED', y: 780 },
          { text: `${BODY} ${at}`, y: 600 },
        ]),
      ),
      'red',
    ],
    [
      'in the footer of a Word document',
      docxOf(paragraphOf(BODY), { 'word/footer1.xml': `<w:ftr>${paragraphOf('TLP:AMBER')}</w:ftr>` }),
      'amber',
    ],
    ['as a tag of a MISP event', json({ Event: { info: BODY, Tag: [{ name: 'tlp:amber' }], Attribute: [] } }), 'amber'],
    [
      'as the label of a CSAF document',
      json({ document: { csaf_version: '2.0', title: BODY, distribution: { tlp: { label: 'RED' } } } }),
      'red',
    ],
    [
      'as a marking of a STIX bundle',
      json({
        type: 'bundle',
        objects: [
          {
            type: 'report',
            name: BODY,
            object_marking_refs: ['marking-definition--f88d31f6-486f-44da-b317-01333bde0b82'],
          },
        ],
      }),
      'amber',
    ],
    ['as a column of a table', Buffer.from('type,value,tlp\ndomain,crane-updates.net,red\n'), 'red'],
  ] as const)('%s', async (_, bytes, mark) => {
    expect((await read(bytes)).tlp).toBe(mark);
  });

  test('and none is invented where a text explains the protocol, or only speaks of a mark', async () => {
    const marks = ['TLP:RED', 'TLP:AMBER', 'TLP:GREEN', 'TLP:CLEAR'];
    expect((await read(text(...marks))).tlp).toBeUndefined();
    const spoken = 'Last year a member had leaked a TLP:RED note of another group to a forum that everybody reads.';
    expect((await read(text(spoken))).tlp).toBeUndefined();
  });

  test('where it was given with the document, unless its own is stricter', async () => {
    expect((await read(text(), { tlp: 'amber' })).tlp).toBe('amber');
    expect((await read(text('TLP:RED'), { tlp: 'green' })).tlp).toBe('red');
  });
});

describe('rules carry the mark of their document', () => {
  const SIGMA =
    'title: Crane\nlogsource:\n  category: process_creation\n  product: windows\ndetection:\n  selection:\n    CommandLine|contains: crane-pull\n  condition: selection\n';

  test('from AMBER on, as a field and as a tag, and keep their keys', async () => {
    const plain = generate(await read(text()));
    const amber = generate(await read(text(), { tlp: 'amber+strict' }));
    expect(amber.stats.tlp).toBe('amber+strict');
    expect(amber.rules.map(({ key }) => key)).toEqual(plain.rules.map(({ key }) => key));
    expect(plain.rules.map(({ tlp }) => tlp)).toEqual(plain.rules.map(() => null));
    for (const { tlp, yaml } of amber.rules) {
      const { documents, errors } = parseSigma(yaml);
      expect(errors).toEqual([]);
      expect(tlp).toBe('amber+strict');
      for (const document of documents) expect(document.tags).toContain('tlp.amber-strict');
      expect(measureRule(documents).tlp).toBe('amber+strict');
    }
    expect(generate(await read(text(), { tlp: 'green' })).rules).toEqual(plain.rules);
  });

  test.each(['', 'tags:\n  - attack.t1105\n', 'tags: [attack.t1105]\n', 'tags: []\n'])(
    'also rules that it publishes, whose own tags are written as %j',
    async (tags) => {
      const [rule] = generate(await read(Buffer.from(SIGMA + tags), { tlp: 'red' })).rules;
      const [document] = parseSigma(rule?.yaml ?? '').documents;
      expect(document?.tags).toEqual(
        tags.includes('t1105') ? expect.arrayContaining(['tlp.red', 'attack.t1105']) : ['tlp.red'],
      );
    },
  );
});
