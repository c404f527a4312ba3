import { BadExport } from '../src/siems/exports/exported-rule.js';
import { shared, textAt } from '../src/siems/exports/stored-files.js';
import { openSent } from '../src/siems/exports/unpack.js';

/** An entry of a tar by its kind: `0` a file, `L` GNU's long name, `x` what pax says of the next file. */
function entry(kind: string, name: string, content: string, size = Buffer.byteLength(content)): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(512);
  head.write(name.slice(0, 100), 0, 'latin1');
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  head.write(kind, 156, 'latin1');
  head.write('ustar\x0000', 257, 'latin1');
  return Buffer.concat([head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

/** A record of pax, whose length counts its own digits too. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = Buffer.byteLength(rest);
  const digits = String(length + String(length).length).length;
  return `${length + digits}${rest}`;
}

const LONG = `${'folder/'.repeat(30)}é a.yml`;
const opened = (entries: readonly Buffer[]) => {
  const { bytes, files } = openSent(shared([...entries, Buffer.alloc(1024)]), 'a.tar');
  return files.map((file) => [file.name, textAt(bytes, file)]);
};

describe('a tar with names of more than 100 characters', () => {
  it.each([
    ['GNU', [entry('L', '././@LongLink', `${LONG}\0`), entry('0', LONG, 'long')]],
    [
      'GNU, of a link beside',
      [entry('K', '././@LongLink', 'x\0'), entry('L', 'l', `${LONG}\0`), entry('0', 'x', 'long')],
    ],
    [
      'pax',
      [
        entry('g', 'pax_global_header', record('comment', 'a commit')),
        entry('x', 'PaxHeaders/a', record('mtime', '1764000000.5') + record('path', LONG)),
        entry('0', LONG, 'long'),
      ],
    ],
    ['pax, with the size', [entry('x', 'p', record('path', LONG) + record('size', '4')), entry('0', 'x', 'long', 0)]],
  ])('%s: the whole name is read, and only of that file', (_, entries) => {
    expect(opened([entry('0', 'first.yml', 'first'), ...entries, entry('0', 'last.yml', 'last')])).toEqual([
      ['first.yml', 'first'],
      [LONG, 'long'],
      ['last.yml', 'last'],
    ]);
  });

  it('a folder with a long name gives its name to no file', () => {
    const folder = [entry('L', '././@LongLink', `${LONG}/\0`), entry('5', 'folder', '')];
    expect(opened([...folder, entry('0', 'a.yml', 'a')])).toEqual([['a.yml', 'a']]);
  });

  it.each([
    ['a name that no file has', entry('L', 'l', 'x'.repeat(5000))],
    ['the same by pax', entry('x', 'p', record('path', 'x'.repeat(5000)))],
    ['a record longer than all', entry('x', 'p', '99 path=a.yml\n')],
    ['a record without a length', entry('x', 'p', 'path=a.yml\n')],
    ['a record of no length', entry('x', 'p', '0 path=a.yml\n')],
    ['a size that is none', entry('x', 'p', record('size', 'x'))],
  ])('is broken with %s', (_, header) => {
    expect(() => opened([header, entry('0', 'a.yml', 'a')])).toThrow(BadExport);
  });
});
