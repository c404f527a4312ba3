import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findBehaviours } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

/** Gives the ids of the described behaviours that a text tells. */
async function toldIn(text: string): Promise<readonly string[]> {
  const found = findBehaviours(await textAdvisory(text));
  return found.filter(({ kind }) => kind === 'described-behaviour').map(({ value }) => value);
}

describe('behaviours that are described', () => {
  it.each([
    'The ransomware deletes the shadow copies of every volume.',
    'All volume shadow copies were wiped by the ransomware.',
    'Deletion of the shadow copies followed on every server.',
    'The removal of shadow copies kept the victim from restoring its data.',
    'Shadow copy deletion was seen on every server.',
    'With the shadow copies erased, the victim could not restore its data.',
  ])('one entry is found whatever the grammar: %s', async (sentence) => {
    expect(await toldIn(sentence)).toContain('shadow-copies-deleted');
  });

  it.each([
    'The loader turned off Windows Defender.',
    'The loader turned Windows Defender off.',
    'Windows Defender was turned off by the loader.',
    'The loader deactivates Windows Defender.',
  ])('verbs of two words stand together or around their object: %s', async (sentence) => {
    expect(await toldIn(sentence)).toContain('defender-disabled');
  });

  it.each([
    ['The attackers enabled RDP on the host.', 'remote-desktop-enabled'],
    ['The intruder turned on Remote Desktop.', 'remote-desktop-enabled'],
    ['The payload was retrieved by means of certutil.', 'certutil-download'],
    ['The miner adds a cron job for persistence.', 'linux-cron-job'],
    ['The intruder logged in as the root user after the IAM users were locked.', 'aws-root-user-used'],
  ])('a thing that only one system has stands for its name: %s', async (sentence, id) => {
    expect(await toldIn(sentence)).toContain(id);
  });

  it.each([
    ['The attackers turned off RDP on the host.', 'remote-desktop-enabled'],
    ['They ran programs on other machines with a tool similar to PsExec.', 'psexec-service'],
    ['The malware always retrieves the same files from its server.', 'registry-hives-saved'],
    ['The administrators opened the recovery console and disabled the firewall rule.', 'host-firewall-disabled'],
    ['The actor swapped the archive for a script.', 'logon-screen-program-replaced'],
  ])('words that tell something else do not count: %s', async (sentence, id) => {
    expect(await toldIn(sentence)).not.toContain(id);
  });

  it('a sentence without a system and without a thing that only one has tells nothing', async () => {
    expect(await toldIn('The operators recorded sound with the microphone of the phone.')).toEqual([]);
  });

  it('says which paraphrases are found, with and without the name of the system', () => {
    const program = fileURLToPath(new URL('../knowledge/paraphrase.mjs', import.meta.url));
    const { stdout } = spawnSync(process.execPath, [program, 'lsass-read', 'microphone-used', '--misses'], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^told, working, with the system's name +100 % found.*\(4 sentences\)$/m);
    expect(stdout).toMatch(/^told, working, without the system's name +50 % found.*\(4 sentences\)$/m);
    // Only Windows' use of a microphone is logged, so that a sentence without a system tells nothing.
    expect(stdout).toContain("missed unnamed microphone-used: Audio was captured from the victim's microphone.");
  });

  it('names the behaviours and descriptions, and no phrase, to who writes paraphrases', () => {
    const program = fileURLToPath(new URL('../knowledge/paraphrase.mjs', import.meta.url));
    const { stdout } = spawnSync(process.execPath, [program, '--list'], { encoding: 'utf8' });
    expect(stdout).toContain('shadow-copies-deleted\n  Shadow Copies Deleted\n  Detects the ways by which');
    expect(stdout).not.toContain('@verbs');
  });
});
