import { zipSync } from 'fflate';
import { divideBytes } from '../src/siems/exports/divide-file.js';
import { elasticRule, ndjson } from './support/siem-exports.js';
import { useSiemImporter } from './support/siem-importer.js';

const MEGABYTE = 1024 * 1024;

describe('dividing a file that is here lets others have their turn', () => {
  it.each([
    ['lines', '{}', '\n', ''],
    ['records', '[{}', ',', ']'],
    ['white space', '[{}', ' ', ']'],
  ])('%s', async (_, begin, filled, end) => {
    const bytes = Buffer.from(begin + filled.repeat(4 * MEGABYTE) + end);
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns++;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const pieces: unknown[] = [];
    for await (const piece of divideBytes('elastic', bytes) ?? []) pieces.push(piece);
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(4 * 16);
    expect(pieces.length).toBeLessThanOrEqual(2);
  });
});

describe('lines with nothing on them', () => {
  const importer = useSiemImporter();

  it('count for the places of those after them, within a piece and before one', async () => {
    const rule = (name: string): string =>
      ndjson([elasticRule(name, 'event.action:StopLogging')]).split('\n')[0] as string;
    const text = `${rule('a')}\n\n\n${rule('b')}${'\n'.repeat(5000)}\n${rule('c')}\n`;
    const id = await importer.newSiem('elastic');
    const { body } = await importer.post(id, zipSync({ 'a.ndjson': Buffer.from(text) }), 'file=a.zip').expect(200);
    expect(body.new.map(({ name, place }: Record<string, string>) => [name, place]).sort()).toEqual([
      ['a', 'a.ndjson:1'],
      ['b', 'a.ndjson:4'],
      ['c', 'a.ndjson:5005'],
    ]);
  });
});
