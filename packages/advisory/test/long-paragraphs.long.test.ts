import { type AdvisoryDocument, findBehaviours } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

const WINDOWS = 'The intruders used malware against Windows hosts of a bank.';
const LENGTH = 80_000;

/** A document whose one long paragraph is made of the same thing, with other numbers. */
function madeOf(part: (number: number) => string, length: number): Promise<AdvisoryDocument> {
  let text = '';
  for (let number = 0; text.length < length; number += 1) text += part(number);
  return textAdvisory(`${WINDOWS}\n\n${text.slice(0, length)}`);
}

async function timeOf(part: (number: number) => string, length: number): Promise<number> {
  const doc = await madeOf(part, length);
  const start = performance.now();
  findBehaviours(doc);
  return performance.now() - start;
}

describe('a paragraph made of the same thing', () => {
  it.each([
    ['commands', () => 'ran net user /add on the host '],
    ['autorun values', () => 'created a Run key named Fen '],
    ['libraries', (number: number) => `loaded as library egret core${number}.dll `],
    ['names of libraries', (number: number) => `fen${number}.dll, `],
  ])('is read in a time that grows with its length: %s', async (_, part) => {
    await timeOf(part, LENGTH / 8);
    const [short, long] = [await timeOf(part, LENGTH / 4), await timeOf(part, LENGTH)];
    // Four times the text; eight leaves room for a busy machine, sixteen would be quadratic.
    expect(long / short).toBeLessThan(8);
  });
});
