import { type GeneratedRule, generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function startedRules(text: string): Promise<readonly GeneratedRule[]> {
  const doc = await textAdvisory(`The intruders worked on Linux servers over SSH.\n\n${text}`);
  return generate(doc, { targets: [] }).rules.filter(({ log }) => log === 'linux/process-creation');
}

describe('files of Unix that were run', () => {
  it.each([
    'Then they started /tmp/heron_enc with the argument that names the volumes.',
    'The file /dev/shm/.heron7 was executed on every server.',
  ])('are looked for by their paths: %s', async (text) => {
    const [rule] = await startedRules(text);
    expect(rule?.yaml).toMatch(/Image: '\/(?:tmp\/heron_enc|dev\/shm\/\.heron7)'/);
  });

  it('are looked for in the command lines of their interpreters where they are scripts', async () => {
    const [rule, ...more] = await startedRules(
      'Then they started /tmp/heron_7/run.sh and executed /opt/heron_7/up.py.',
    );
    expect(more).toEqual([]);
    expect(rule?.yaml).toContain('CommandLine|contains');
    expect(rule?.yaml).toContain('/tmp/heron_7/run.sh');
    expect(rule?.yaml).toContain('/opt/heron_7/up.py');
    expect(rule?.yaml).not.toContain('Image');
  });

  it.each([
    ["that are the system's", 'Then they started /usr/bin/heron_enc on the server.'],
    ['that were only written', 'The loader wrote /tmp/heron_enc on the server.'],
    ['that nobody runs', 'They opened and started /home/heron/report7.zip on the server.'],
    ['that nobody runs, at the end of a sentence,', 'On the server they started /home/heron/report7.zip.'],
  ])('%s are left out', async (_, text) => {
    expect(await startedRules(text)).toEqual([]);
  });

  it('are none where they are the argument of a command within a sentence', async () => {
    expect(await startedRules('Then they ran `rm -rf /var/heron_logs/all` on every server.')).toEqual([]);
  });
});
