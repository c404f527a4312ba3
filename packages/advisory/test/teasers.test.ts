import { generate, read } from '@tripline/advisory';

const STORY = `Copper Finch in the port

The operators of Copper Finch reached the build host through a forgotten tunnel and waited there for a whole week before they moved on.

Then they copied the signing keys to a share, packed them with a renamed archiver and sent them out over an odd port at night.

On the last evening a scheduled job removed all of the tools, so that the morning shift found nothing but an empty directory.

`;
const COMMAND = 'vssadmin.exe delete shadows /all /quiet';

async function textOf(end: string): Promise<string> {
  return (await read(Buffer.from(STORY + end), { contentType: 'text/plain' })).text;
}

describe('what leads to other reports', () => {
  test.each([
    [
      'excerpts with their titles',
      `Velvet Heron returns

The group ran ${COMMAND} on all of the hosts and then … Read More

From a Mail to Marsh in a Night

Intro: two days after a mail the intruders dumped memory with ProcDump and Mimikatz, then ... Read More
`,
    ],
    [
      'an excerpt in several paragraphs',
      `Marsh Locker moves in.

The intruders ran ${COMMAND} within a day.

They then used tools such as Mimikatz … Continue reading »

Heron Locker moves out.

It took them an hour to reach a domain controller with ProcDump.

They then encrypted … Continue reading »
`,
    ],
    [
      'what stands below a line that opens them',
      `Related Posts

Marsh Locker in five hours

The intruders ran ${COMMAND} and dumped memory with ProcDump and Mimikatz.
`,
    ],
    [
      'what stands below an offer of more to read',
      `You may also like:

How Velvet Heron uses ProcDump and Mimikatz against ports: ${COMMAND} is run first.
`,
    ],
    [
      'what the publisher sells',
      'We offer multiple services, among them a Threat Feed service which tracks frameworks such as Mimikatz, Sliver and Metasploit.\n',
    ],
    [
      'what the publisher asks for',
      'Please consider donating, so that we can write about Mimikatz and ProcDump again.\n',
    ],
  ])('is left out: %s', async (_what, end) => {
    const text = await textOf(end);
    expect(text).toContain('an empty directory.');
    expect(text).not.toContain('Mimikatz');
    expect(text).not.toContain('vssadmin');
  });

  test('gives no rules', async () => {
    const told = `Velvet Heron returns\n\nThe group ran ${COMMAND} on all of the hosts and then … Read More\n`;
    const { rules } = await generate(await read(Buffer.from(STORY + told), { contentType: 'text/plain' }));
    expect(rules.filter(({ yaml }) => yaml.includes('vssadmin'))).toEqual([]);
  });

  test.each([
    ['a sentence that breaks off', `The intruders ran ${COMMAND} on each host and then stopped…\n`],
    ['a sentence that ends in an invitation', `The intruders ran ${COMMAND} on each host. Read more\n`],
    [
      'a section behind related posts',
      `Related posts\n\nHeron again\n\nIndicators of Compromise\n\nThey ran ${COMMAND} there.\n`,
    ],
    ['a command behind related posts', `Related posts\n\nHeron again\n\nC:\\> ${COMMAND}\n`],
    [
      'a paragraph on the services of a host',
      `They stopped several services and ran ${COMMAND} on each of the hosts.\n`,
    ],
  ])('does not take along %s', async (_what, end) => {
    expect(await textOf(end)).toContain('vssadmin');
  });
});
