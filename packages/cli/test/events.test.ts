import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { folderWith, ID_A, removeFolders, ruleOf, tripline } from './support/tripline.js';

afterEach(removeFolders);

const RULE = ruleOf('Any', ID_A, '{sel: {N|exists: true}, condition: sel}');

/** The lines at which events were found. */
async function linesOf(folder: string, paths: readonly string[], input: string | Buffer = '') {
  const { status, stdout, stderr } = await tripline(folder, ['match', '--rule', 'rule.yml', ...paths], input);
  return { status, stderr, found: stdout.split('\n').flatMap((line) => line.split(': Any')[0] || []) };
}

describe('events', () => {
  const two = [{ N: 1, text: 'a\n"}{][,\\' }, { N: [2, { deep: [] }] }];
  test.each<[string, string, number[]]>([
    ['NDJSON', `${JSON.stringify(two[0])}\r\n\n${JSON.stringify(two[1])}`, [1, 3]],
    ['one array', JSON.stringify(two), [1, 1]],
    ['an array on many lines', `\uFEFF\n${JSON.stringify(two, null, 2)}\n`, [3, 7]],
    ['values on many lines', two.map((event) => JSON.stringify(event, null, 1)).join('\n'), [1, 5]],
    ['what CloudTrail delivers', JSON.stringify({ Records: two }), [1, 1]],
    ['what CloudTrail delivers, on many lines', JSON.stringify({ Records: two }, null, 1), [1, 1]],
  ])('are read from %s, also packed', async (_, text, lines) => {
    const folder = folderWith({ 'rule.yml': RULE, 'e.json': text });
    expect(await linesOf(folder, ['e.json'])).toMatchObject({
      status: 0,
      found: lines.map((line) => `e.json:${line}`),
    });
    expect(await linesOf(folder, ['-'], gzipSync(text))).toMatchObject({ found: lines.map((line) => `-:${line}`) });
  });

  test('are found in folders by the names of their files', async () => {
    const event = '{"N":1}';
    const folder = folderWith({
      'rule.yml': RULE,
      'log/b/x.jsonl': event,
      'log/a.ndjson': event,
      'log/c.json': event,
      'log/readme.md': 'x',
    });
    expect((await linesOf(folder, ['log'])).found).toEqual(['log/a.ndjson:1', 'log/b/x.jsonl:1', 'log/c.json:1']);
  });

  test.each([
    ['a value cut off', '[{"N":1},{"N":'],
    ['an array cut off', '[{"N":1},'],
    ['no object', '[{"N":1},7]'],
    ['packed bytes cut off', gzipSync('{"N":1}\n'.repeat(9)).subarray(0, 20)],
  ])('%s is named with file and line', async (_, bytes) => {
    const { status, stderr } = await linesOf(folderWith({ 'rule.yml': RULE }), ['-'], Buffer.from(bytes));
    expect(status).toBe(2);
    expect(stderr).toMatch(/^(?:-:1: not an event|tripline: cannot read -): /);
  });

  test('a broken line ends nothing, wherever it stands', async () => {
    const good = '{"N":1}';
    for (const lines of [
      ['{"N":', good, good],
      [good, '{"N":', good],
      [good, good, 'x'],
    ]) {
      const folder = folderWith({ 'rule.yml': RULE, 'e.ndjson': lines.join('\n') });
      const { status, stderr, found } = await linesOf(folder, ['e.ndjson']);
      const at = lines.flatMap((line, index) => (line === good ? `e.ndjson:${index + 1}` : []));
      expect({ status, found }).toEqual({ status: 2, found: at });
      expect(stderr).toContain('2 matches in 2 events (2 fields as Sigma names them), 1 line or value not read\n');
    }
  });

  test('an array of any values in any layout gives its objects', async () => {
    const events = fc.array(
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 2 })), { maxKeys: 3 }),
      { minLength: 1, maxLength: 4 },
    );
    const file = fc.tuple(events, fc.constantFrom(undefined, 1));
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 20 }), async (files) => {
        const texts = files.map(([list, indent]) =>
          JSON.stringify(
            list.map((each) => ({ ...each, N: 1 })),
            null,
            indent,
          ),
        );
        const named = Object.fromEntries(texts.map((text, number) => [`log/${number}.json`, text]));
        const { found } = await linesOf(folderWith({ 'rule.yml': RULE, ...named }), ['log']);
        expect(found).toHaveLength(files.flatMap(([list]) => list).length);
      }),
      { numRuns: 3 },
    );
  });
});
