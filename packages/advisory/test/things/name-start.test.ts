import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function asked(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(`The intruders broke into the Windows hosts of a bank.\n\n${text}`), {
    targets: [],
  });
  return rules.map(({ yaml }) => yaml).join('\n');
}

describe('names of which a text tells how they begin', () => {
  it.each([
    ['They created accounts with user names that begin with svc-hrn on each server.', "TargetUserName: 'svc-hrn*'"],
    ['The attacker created local accounts prefixed with "adm_hrn" on every server.', "TargetUserName: 'adm_hrn*'"],
    ['The actor created user accounts whose names follow the pattern hrn-op followed by two digits.', "'hrn-op*'"],
    ['The intruders signed in from hosts whose names start with DESKTOP-7QH.', "WorkstationName: 'DESKTOP-7QH*'"],
    ['The malware’s requests carried a user agent beginning with HeronBot/2.', "c-useragent|contains: 'HeronBot/2'"],
  ])('are looked for as beginnings: %s', async (text, item) => {
    expect(await asked(text)).toContain(item);
  });

  it.each([
    'User names that begin with svc-hrn belong to service accounts of the bank and should be reviewed.',
    'The attacker did not create accounts whose names start with svc-hrn.',
    'The intruders signed in from hosts whose names start with DESKTOP-.',
    'Hosts whose names start with SRV-HRN belong to the bank.',
    'Sign-ins by the actor used a user agent that starts with python-requests.',
    'The attackers created accounts with user names that begin with a letter.',
  ])('are none of others, of everybody, or of nothing that was done: %s', async (text) => {
    expect(await asked(text)).not.toContain('*');
    expect(await asked(text)).not.toContain('c-useragent');
  });
});
