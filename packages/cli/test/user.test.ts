import { folderWith, removeFolders, tripline } from './support/tripline.js';

afterEach(removeFolders);

describe('tripline user and team', () => {
  test.each([
    [['user']],
    [['user', 'create']],
    [['user', 'sign-in-link']],
    [['user', 'set-tier']],
    [['user', 'reset-factors']],
    [['user', 'set-tier', 'someone@example.test']],
    [['user', 'set-tier', 'someone@example.test', 'gold']],
    [['team', 'create', 'Ours']],
    [['team', 'create', '--owner', 'someone@example.test']],
  ])('%j is bad usage: exit code 2 and a reason', async (args) => {
    const { status, stdout, stderr } = await tripline(folderWith({}), args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).not.toBe('');
  });
});
