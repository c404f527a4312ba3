import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

const titlesOf = async (text: string): Promise<string[]> =>
  generate(await textAdvisory(text)).rules.map(({ title }) => title);

test('three operations of one step are all named', async () => {
  expect(await titlesOf('With the keys they called StopLogging, DeleteTrail and UpdateTrail in AWS.')).toContain(
    'AWS CloudTrail Logging Stopped, Trail Deleted And Trail Changed',
  );
});

test('of more operations the title names what it has room for, and that there are others', async () => {
  const calls = 'PutUserPolicy, AttachUserPolicy, PutRolePolicy, AttachRolePolicy and PutGroupPolicy';
  expect(await titlesOf(`With the keys they called ${calls} in AWS.`)).toContain(
    'AWS IAM User Policy Set, User Policy Attached, Role Policy Set And Others',
  );
});

test('a title that names calls is not cut in its last', async () => {
  const text =
    'With the stolen keys in AWS the actor called GetCallerIdentity, ListBuckets, DescribeInstances, ListUsers and ListRoles from a Python script.';
  expect(await titlesOf(text)).toEqual([
    'AWS Discovery And Everyday Calls From Scripted Client - GetCallerIdentity, ListBuckets and Others',
  ]);
});

test('events of an identity provider are named so too', async () => {
  const own = 'user.account.reset_password, user.account.update_password';
  const events = `${own} and pam.server_account.password_change.out_of_band`;
  const titles = await titlesOf(`In the Okta System Log the intruders left the events ${events}.`);
  expect(titles.filter((title) => /\bmore\b/i.test(title))).toEqual([]);
  expect(titles).toContainEqual(expect.stringMatching(/^Okta .* and Others$/));
});
