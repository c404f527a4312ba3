import { shared } from '../src/siems/exports/stored-files.js';
import { doSiemTask } from '../src/siems/reading/siem-task.js';
import { sigmaRule } from './support/siem-exports.js';

/** The rules of a file of Sigma as a large one is read: divided, and then each text by itself. */
function readDivided(text: string) {
  const bytes = shared([Buffer.from(text)]);
  const file = { name: 'r.yml', from: 0, to: bytes.length };
  const result = doSiemTask({ step: 'divide', kind: 'sigma', isAlone: true, bytes, file });
  const pieces = 'divided' in result && result.divided !== undefined ? result.divided.pieces : [];
  return pieces.flatMap((texts) => {
    const read = doSiemTask({ step: 'texts', kind: 'sigma', bytes, name: file.name, texts });
    return 'rules' in read ? read.rules : [];
  });
}
const rule = (name: string): string => `${sigmaRule(name, 'StopLogging')}name: ${name}\n`;
const correlation = (rules: string, more = ''): string =>
  `title: both\nid: 0f1e2d3c-4b5a-4978-8796-000000000001\ncorrelation:\n  type: temporal\n  rules: ${rules}\n  timespan: 5m\n  group-by: [userIdentity.arn]\n${more}`;

describe('documents of Sigma in a file that is divided', () => {
  it('rules that stand apart and are read together are each told by their own place', () => {
    const documents = [rule('a'), rule('b'), rule('c'), correlation('[c, a]', '  generate: true\n'), rule('d')];
    const found = readDivided(documents.join('---\n')).map(({ name, place }) => [name, place]);
    expect(found.sort()).toEqual([
      ['a', 'r.yml#1'],
      ['b', 'r.yml#2'],
      ['both', 'r.yml#4'],
      ['c', 'r.yml#3'],
      ['d', 'r.yml#5'],
    ]);
  });

  it.each([
    ['a flow list of quoted names', '["logging stopped", \'key made\']'],
    ['a flow list of plain names', '[logging stopped, key made]'],
    ['a flow list over several lines', '[\n    logging stopped,\n    "key made"\n    ]'],
    ['a list', '\n    - logging stopped # one\n    - "key made"'],
  ])('a correlation stands with the rules that it names: %s', (_, names) => {
    const documents = [correlation(names), rule('a'), rule('logging stopped'), rule('key made')];
    const found = readDivided(documents.join('---\n')).map(({ name, read, unread }) => ({ name, read, unread }));
    expect(found).toEqual(['both', 'a'].map((name) => ({ name, read: 'whole', unread: [] })));
  });

  it.each([
    ['[a, gone]', 'part', ['gone']],
    ['[gone, lost]', 'none', ['gone', 'lost']],
  ])('rules that a correlation names and the file does not have are told: %s', (names, read, missing) => {
    const found = readDivided([correlation(names), rule('a')].join('---\n')).find(({ name }) => name === 'both');
    expect(found).toMatchObject({ read });
    expect(found?.unread).toEqual(
      missing.map((text) => ({ text, why: 'the file has no rule of this name or id', line: null })),
    );
  });
});
