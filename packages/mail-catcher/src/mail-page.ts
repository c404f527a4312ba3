import type { CaughtMail } from './mailbox.js';

/** How many mails the page shows. */
const SHOWN_MAX = 100;

/** A page with the latest mails, newest first, whose links can be followed: for people, as `GET /mails` is for programs. */
export function mailPage(mails: readonly CaughtMail[]): string {
  const latest = mails.slice(-SHOWN_MAX).reverse();
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><title>Caught mails</title></head><body><h1>Caught mails</h1>',
    latest.length === 0 ? '<p>None yet. Load this page again after a mail was sent.</p>' : '',
    ...latest.map(
      ({ receivedAt, subject, text, to }) =>
        `<article><h2>${escaped(subject)}</h2><p>To ${escaped(to.join(', '))}, ${escaped(receivedAt)}</p>${paragraphs(text)}</article><hr>`,
    ),
    '</body></html>',
  ].join('\n');
}

const paragraphs = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .map((paragraph) => `<p>${linked(paragraph)}</p>`)
    .join('');

/** Addresses become links; everything is escaped. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 0 ? escaped(part) : `<a href="${escaped(part)}">${escaped(part)}</a>`))
    .join('');

/** The ampersand is first, since the others have one. */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string =>
  Object.entries(ESCAPES).reduce((safe, [sign, entity]) => safe.replaceAll(sign, entity), text);
