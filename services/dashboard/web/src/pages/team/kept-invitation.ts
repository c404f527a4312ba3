/**
 * The token of an invitation that was opened, until it is answered: whoever has no account yet makes one meanwhile, whose address it proves, and a sign-in through
 * an identity provider leaves the page. It is good for the invited address alone.
 */
const KEY = 'tripline.invitation';

/** Remembers an invitation. */
export const keepInvitation = (token: string): void => localStorage.setItem(KEY, token);

/** The invitation that waits for an answer. */
export const keptInvitation = (): string | undefined => localStorage.getItem(KEY) ?? undefined;

/** It was answered. */
export const forgetInvitation = (): void => localStorage.removeItem(KEY);
