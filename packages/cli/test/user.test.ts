import { folderWith, removeFolders, tripline } from './support/tripline.js';

afterEach(removeFolders);

describe('tripline user', () => {
  test.each([
    [['user']],
    [['user', 'set-tier']],
    [['user', 'reset-factors']],
    [['user', 'set-tier', 'someone@example.test']],
    [['user', 'set-tier', 'someone@example.test', 'gold']],
  ])('%j is bad usage: exit code 2 and a reason', (args) => {
    const { status, stdout, stderr } = tripline(folderWith({}), args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).not.toBe('');
  });
});
