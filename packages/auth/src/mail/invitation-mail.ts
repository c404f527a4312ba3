import type { InvitationToMail } from '../teams/invitation-store.js';
import { link, linkMail } from './account-mails.js';
import type { Mail } from './mailer.js';

/** The page at `publicUrl` where an invitation is accepted or declined; it finds the token after the `#`. */
export const invitationLink = (publicUrl: string, token: string): string => link(publicUrl, 'invitation', token);

/** Asks somebody into a team. */
export function invitationMail(invitation: InvitationToMail, publicUrl: string, token: string): Mail {
  const { email, invitedBy, role, teamName, expiresAt } = invitation;
  const part = role === 'admin' ? 'an admin' : 'a member';
  return linkMail(email, `You are invited to the team "${teamName}" at Tripline`, {
    before: `${invitedBy ?? 'Somebody'} invites you to the team "${teamName}" at Tripline, as ${part}. Follow this link to accept or decline:`,
    url: invitationLink(publicUrl, token),
    after: `The invitation is for ${email} and good until ${readable(expiresAt)}. If you do not know the team, ignore this mail; nothing happens then.`,
  });
}

const readable = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
