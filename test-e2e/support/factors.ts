import { codeOf } from '../people/authenticator-app.js';
import { call } from './http.js';
import type { Person } from './people.js';
import { stack } from './stack.js';

const factorsUrl = `${stack.rulesUrl}/v1/me/factors`;

/** Enrols an authenticator app, which does not count as a factor yet. @returns the code it shows */
export async function enrolApp({ session }: Pick<Person, 'session'>): Promise<string> {
  const answer = await call('POST', `${factorsUrl}/totp`, { as: session, body: {} });
  return codeOf(answer.json().data.secret);
}

/** Enrols and confirms an authenticator app. @returns the recovery codes */
export async function addApp(person: Pick<Person, 'session'>): Promise<string[]> {
  const answer = await call('POST', `${factorsUrl}/totp/confirm`, {
    as: person.session,
    body: { code: await enrolApp(person) },
  });
  return answer.json().data.recoveryCodes;
}

/** Removes the app, so that the password is enough to sign in. */
export async function removeApp({ session }: Pick<Person, 'session'>): Promise<void> {
  await call('DELETE', `${factorsUrl}/totp`, { as: session });
}
