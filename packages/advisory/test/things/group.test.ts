import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

/** What the rules on the Security log ask for. */
async function asked(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`An intrusion on the Windows domain of a bank.\n\n${text}`));
  return rules
    .filter(({ log }) => log === 'windows/security')
    .map(({ yaml }) => yaml)
    .join('\n');
}

describe('a group of accounts that an intruder works on', () => {
  it.each([
    ['They created a domain group named "Fen Admins" and a user in it.', 'Fen Admins', '4727'],
    ['The intruders added the account to the “Otter Ops” security group.', 'Otter Ops', '4728'],
    ['The actor then added its user to the Backup Operators group.', 'Backup Operators', '4728'],
    ['They created a new account and put it into the Domain Admins group.', 'Domain Admins', '4728'],
    ['The operators used net to add the account fen_7 to the Domain Admins group.', 'Domain Admins', '4728'],
    ['A new account was added to Remote Desktop Users for later visits.', 'Remote Desktop Users', '4732'],
  ])('is looked for by its name and the event of the deed: %s', async (text, name, id) => {
    const yaml = await asked(text);
    expect(yaml).toContain(`TargetUserName: '${name}'`);
    expect(yaml).toContain(id);
  });

  it.each([
    'The "Fen Admins" group added victims to its leak site, with the account of each user.',
    'The ransomware group called "Fen Admins" added a new affiliate.',
    'Administrators should not add accounts to the "Fen Admins" group.',
    'The members of the "Fen Admins" group have the rights of an administrator.',
    'They looked at who is in Backup Operators.',
    'Never use net to add somebody to Backup Operators.',
  ])('is none where it is a gang, for readers, or nothing was done with it: %s', async (text) => {
    expect(await asked(text)).not.toMatch(/Fen Admins|Backup Operators/);
  });
});
