import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function rulesOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`Mail theft in an Azure tenant with Entra ID\n\n${text}`));
  return rules.map(({ yaml }) => yaml).join('\n---\n');
}

describe('a mail address that somebody signs in with', () => {
  it.each([
    'The actor signed in as desk@fenline-cargo.com from a VPN.',
    'From there the intruder logged in as desk@fenline-cargo.com and read mails.',
  ])('is an account of the sign-in log and no sender: %s', async (text) => {
    const rules = await rulesOf(text);
    expect(rules).toContain("properties.userPrincipalName: 'desk@fenline-cargo.com'");
    expect(rules).not.toContain('email.from');
  });

  it('is no sender where it is given a role', async () => {
    const rules = await rulesOf('The role Global Administrator was assigned to svc-sync@fenline-cargo.com.');
    expect(rules).not.toContain('email.from');
  });

  it('is a sender where mails come from it', async () => {
    const rules = await rulesOf('The phishing mails came from rates@fenline-cargo.com.');
    expect(rules).toContain("email.from.address: 'rates@fenline-cargo.com'");
    expect(rules).not.toContain('userPrincipalName');
  });
});

describe('an application of the intruder in a tenant', () => {
  it('is told by its name, and by what was consented to', async () => {
    const rules = await rulesOf(
      'The actor registered an application called "Fen Archive Sync" and consented to Mail.Read for all users.',
    );
    expect(rules).toContain("properties.message: 'Add application'");
    expect(rules).toContain("properties.message: 'Consent to application'");
    expect(rules).toContain("displayName: 'Fen Archive Sync'");
  });
});
