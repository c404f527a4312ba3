import { findBehaviours } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

describe('a sentence is read in a time that grows with the text', () => {
  test.each([
    ['of a sentence that doubts thousands of deeds', 'is not, never, may, could delete shadow copies; '.repeat(3000)],
    ['of a word with thousands of at signs', 'user@'.repeat(40_000)],
  ])('%s', async (_, text) => {
    const doc = await textAdvisory(`The crane ran on Windows hosts. ${text}`);
    const start = process.cpuUsage();
    findBehaviours(doc);
    expect(process.cpuUsage(start).user).toBeLessThan(15_000_000);
  });
});
