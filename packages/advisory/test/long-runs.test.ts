import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

/** Lines of a part that is repeated, each as long as a block may be. */
const linesOf = (part: string): string =>
  Array<string>(4)
    .fill(part.repeat(90_000 / part.length))
    .join('\n\n');

describe('texts without a blank for a long way', () => {
  it.each([
    ['parts of mail addresses', 'a.b@a.'],
    ['addresses with a path', '45.9.148.3/'],
    ['administrative shares', '-\\\\h\\C$\\a'],
    ['variables before a path', '-%ABC%\\a'],
  ])('of %s are read in a time that grows with the text', async (_, part) => {
    const doc = await textAdvisory(`An intrusion on the Windows hosts of a bank.\n\n${linesOf(part)}`);
    const start = process.cpuUsage();
    generate(doc, { targets: [] });
    const { user } = process.cpuUsage(start);
    expect(user).toBeLessThan(6_000_000);
  });
});
