import { eventually } from './eventually.js';
import { call } from './http.js';
import { stack } from './stack.js';

/** A mail as the catcher shows it. */
export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Gives every mail to an address so far, oldest first. */
export async function mailsTo(address: string): Promise<readonly Mail[]> {
  return (await call('GET', `${stack.mailUrl}/mails?to=${encodeURIComponent(address)}`)).json().mails;
}

/**
 * Waits for a mail to an address whose subject matches, after `earlier` other such mails.
 * @returns the token of its link
 */
export async function tokenMailedTo(address: string, subject: RegExp, earlier = 0): Promise<string> {
  const mail = await eventually(`a mail to ${address} with ${subject}`, async () =>
    (await mailsTo(address)).filter((one) => subject.test(one.subject)).at(earlier),
  );
  const token = /#token=([\w-]+)/.exec(mail.text)?.[1];
  if (token === undefined) throw new Error(`the mail "${mail.subject}" to ${address} has no link with a token`);
  return token;
}

/** Deletes an address's mails from the catcher. */
export async function forgetMails(address: string): Promise<void> {
  await call('DELETE', `${stack.mailUrl}/mails?to=${encodeURIComponent(address)}`);
}
