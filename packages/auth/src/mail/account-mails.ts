import type { Mail } from './mailer.js';

/** Proves that the person reads the mail of the address they registered. */
export const verificationMail = (to: string, publicUrl: string, token: string): Mail =>
  linkMail(to, 'Verify your e-mail address for Tripline', {
    before:
      'Someone, probably you, registered this address at Tripline. Follow this link within 24 hours to verify it:',
    url: link(publicUrl, 'verify-email', token),
    after: 'If it was not you, do not follow the link; nothing happens then.',
  });

/** Lets the person set a new password. */
export const resetMail = (to: string, publicUrl: string, token: string): Mail =>
  linkMail(to, 'Set a new password for Tripline', {
    before: 'A new password was asked for your account at Tripline. Follow this link within an hour to set it:',
    url: link(publicUrl, 'reset-password', token),
    after: 'If it was not you, ignore this mail; your password stays as it is.',
  });

/** Tells an account's owner that its address was registered again; the answer to the registration does not say so. */
export const alreadyRegisteredMail = (to: string, publicUrl: string): Mail =>
  linkMail(to, 'You already have an account at Tripline', {
    before: 'Someone, probably you, registered this address at Tripline, but it has an account. Sign in here:',
    url: new URL(publicUrl).href,
    after: 'If you forgot the password, ask for a new one there. If it was not you, ignore this mail.',
  });

/** Tells the owner of a key that it was found in public, and that it is revoked. */
export const leakedKeyMail = (to: string, publicUrl: string, key: { prefix: string; foundAt: string }): Mail =>
  linkMail(to, `The Tripline API key ${key.prefix} was found in public and is revoked`, {
    before: `A secret-scanning partner found the API key that begins with ${key.prefix}${key.foundAt === '' ? '' : `, here: ${key.foundAt}`}. It is revoked. Make another key here:`,
    url: new URL(publicUrl).href,
    after:
      'Anybody who saw it could use it until now: check what was done with it, and remove it from the place where it was found.',
  });

/** The address of a page below `publicUrl`, with a one-time token for it. */
export function link(publicUrl: string, path: string, token: string): string {
  const url = new URL(path, publicUrl.endsWith('/') ? publicUrl : `${publicUrl}/`);
  // After the `#`, so that the token reaches the page only, and neither a server's log nor a Referer header.
  url.hash = `token=${token}`;
  return url.href;
}

/** A mail with one link between two paragraphs, as text and as HTML. */
export function linkMail(to: string, subject: string, body: { before: string; url: string; after: string }): Mail {
  const { before, url, after } = body;
  return {
    to,
    subject,
    text: `${before}\n\n${url}\n\n${after}\n`,
    html: `<p>${escapeHtml(before)}</p><p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p><p>${escapeHtml(after)}</p>`,
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Mails to others contain names that people chose. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
