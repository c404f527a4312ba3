import { ConflictError, ForbiddenError, type Knex, NotFoundError } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import { type Actor, appendAudit } from '../audit/audit-log.js';
import type { AccessChanges } from '../callers/access-changes.js';
import { findAccount, markAccessChanged } from '../callers/account-store.js';
import type { Account } from '../callers/caller.js';
import type { AuthConfig } from '../config.js';
import { requireFactorOfTeam } from '../factors/required-factor.js';
import type { RateLimit } from '../limits/rate-limit.js';
import { insertMail } from '../outbox/outbox-store.js';
import { normaliseEmail } from '../users/user-store.js';
import { lockOwnTeam } from './acting-member.js';
import { auditExpired } from './expired-invitations.js';
import {
  findByToken,
  insertInvitation,
  lockInvitation,
  mintInvitationToken,
  settleInvitation,
  settleOverdue,
  viewInvitation,
} from './invitation-store.js';
import { countSeats, type SeatConfig, seatLimit } from './seats.js';
import type { GrantedRole, Invitation, InvitationStatus, Team } from './team-model.js';
import { hasMemberWithEmail, insertMember, lockTeam } from './team-store.js';

/** Brings people into teams. */
export interface InvitationService {
  /**
   * Invites an address, for owner and admins. It holds a seat until it is settled or 7 days have passed. Its mail is written into the outbox.
   * @returns the invitation and, in development without SMTP, the token that the mail would carry
   * @throws ConflictError when the address is in the team or invited, or no seat is free; TooManyRequestsError beyond 10 an hour to it
   */
  invite(
    caller: Account,
    whom: { email: string; role: GrantedRole },
    actor: Actor,
  ): Promise<{ invitation: Invitation; token?: string }>;
  /** Withdraws a pending invitation, for owner and admins. @throws NotFoundError for another team's, ConflictError when it is settled */
  revoke(caller: Account, invitationId: string, actor: Actor): Promise<void>;
  /**
   * Accepts an invitation.
   * @returns the team's id
   * @throws NotFoundError for an unknown token, ForbiddenError for another address's, ConflictError when it is settled or expired, or the
   * caller is in a team
   */
  accept(caller: Account, token: string, actor: Actor): Promise<string>;
  /** Declines an invitation, whose seat is then free. @throws as `accept` does */
  decline(caller: Account, token: string, actor: Actor): Promise<void>;
}

interface Dependencies {
  db: Knex;
  changes: AccessChanges;
  config: SeatConfig & Pick<AuthConfig, 'AUTH_TRUST_SECOND_FACTOR'>;
  /** Development without SMTP: no mail goes out, the token comes with the invitation. */
  showTokens: boolean;
  hintMail: (mailId: string) => void;
  invitationsPerAddress: RateLimit;
  invitationsPerTeam: RateLimit;
}

const SETTLED: Record<Exclude<InvitationStatus, 'pending'>, string> = {
  accepted: 'has been accepted already',
  declined: 'has been declined',
  revoked: 'has been withdrawn',
  expired: 'has expired; ask for another',
};

/** Builds the service. */
export function createInvitationService(deps: Dependencies): InvitationService {
  const { db, changes, config } = deps;

  return {
    async invite(caller, whom, actor) {
      const email = normaliseEmail(whom.email);
      await deps.invitationsPerAddress.take(email);
      await deps.invitationsPerTeam.take(caller.teamId ?? caller.userId);
      const { mailId, ...invited } = await db.transaction((trx) =>
        writeInvitation(trx, deps, caller, { ...whom, email }, actor),
      );
      if (mailId !== undefined) deps.hintMail(mailId);
      return invited;
    },
    async revoke(caller, invitationId, actor) {
      await db.transaction(async (trx) => {
        const { team } = await lockOwnTeam(trx, caller, ['owner', 'admin']);
        const invitation = await lockInvitation(trx, team.id, invitationId);
        if (invitation === undefined) throw new NotFoundError(`The team has no invitation ${invitationId}.`);
        refuseSettled(invitation);
        await settleInvitation(trx, invitationId, 'revoked');
        await appendAudit(trx, { action: 'invitation.revoked', actor, ...recordOf(invitation) });
      });
    },
    async accept(caller, token, actor) {
      const teamId = await db.transaction((trx) => join(trx, config, caller, token, actor));
      changes.note(caller.userId);
      return teamId;
    },
    async decline(caller, token, actor) {
      await db.transaction(async (trx) => {
        const { team, invitation } = await lockForCaller(trx, caller, token);
        await settleInvitation(trx, invitation.id, 'declined');
        const by = { ...actor, teamId: team.id };
        await appendAudit(trx, { action: 'invitation.declined', actor: by, ...recordOf(invitation) });
      });
    },
  };
}

/** Writes an invitation and its mail, or where no mail is sent gives its token. @returns also the id of the mail */
async function writeInvitation(
  trx: Knex.Transaction,
  { config, showTokens }: Pick<Dependencies, 'config' | 'showTokens'>,
  caller: Account,
  { email, role }: { email: string; role: GrantedRole },
  actor: Actor,
): Promise<{ invitation: Invitation; token?: string; mailId?: string }> {
  const { team } = await lockOwnTeam(trx, caller, ['owner', 'admin']);
  await auditExpired(trx, await settleOverdue(trx, team.id));
  if (await hasMemberWithEmail(trx, team.id, email)) {
    throw new ConflictError(`${email} is in the team already.`);
  }
  const id = uuidv7();
  const given = { id, teamId: team.id, email, role, invitedBy: caller.userId };
  if (!(await insertInvitation(trx, given))) throw new ConflictError(`${email} is invited already.`);
  await refuseBeyondSeats(trx, config, team);
  await appendAudit(trx, {
    action: 'member.invited',
    actor,
    target: { type: 'invitation', id },
    details: { email, role },
  });
  if (showTokens) {
    return { invitation: await viewInvitation(trx, id), token: await mintInvitationToken(trx, id) };
  }
  const mailId = await insertMail(trx, { kind: 'invitation', email, invitationId: id });
  return { invitation: await viewInvitation(trx, id), mailId };
}

/** Makes the caller a member. @returns the id of the team */
async function join(
  trx: Knex.Transaction,
  config: Dependencies['config'],
  caller: Account,
  token: string,
  actor: Actor,
): Promise<string> {
  const { team, invitation } = await lockForCaller(trx, caller, token);
  const { members } = await countSeats(trx, team.id);
  // The invitation has held a seat, but the owner's tier may have become lower since.
  if (members >= seatLimit(config, team.ownerTier)) {
    throw new ConflictError("The team's subscription no longer has a seat for you; ask its owner.");
  }
  if (!(await insertMember(trx, team.id, caller.userId, invitation.role))) {
    throw new ConflictError('You are in a team already; leave it to accept this invitation.');
  }
  const joined = await findAccount(trx, caller.userId);
  if (joined !== undefined) requireFactorOfTeam(joined, config.AUTH_TRUST_SECOND_FACTOR);
  await settleInvitation(trx, invitation.id, 'accepted');
  await markAccessChanged(trx, [caller.userId]);
  await appendAudit(trx, {
    action: 'member.joined',
    actor: { ...actor, teamId: team.id },
    target: { type: 'user', id: caller.userId },
    details: { email: caller.email, role: invitation.role, invitationId: invitation.id },
  });
  return team.id;
}

/** The pending invitation of a token for this caller, locked together with its team. */
async function lockForCaller(trx: Knex.Transaction, caller: Account, token: string) {
  const found = await findByToken(trx, token);
  const team = found === undefined ? undefined : await lockTeam(trx, found.teamId);
  const invitation = found === undefined ? undefined : await lockInvitation(trx, found.teamId, found.id);
  if (team === undefined || invitation === undefined) {
    throw new NotFoundError('The invitation is unknown; use the link of the mail as it is.');
  }
  if (!caller.emailVerified || invitation.email !== caller.email) {
    throw new ForbiddenError('The invitation is for another e-mail address; sign in with the one it was sent to.');
  }
  refuseSettled(invitation);
  return { team, invitation };
}

/** Counted with the new invitation in place, under the team's lock, so that only one of ten parallel invitations gets the last seat. */
async function refuseBeyondSeats(trx: Knex.Transaction, config: SeatConfig, team: Team): Promise<void> {
  const { members, pending } = await countSeats(trx, team.id);
  const limit = seatLimit(config, team.ownerTier);
  if (members + pending <= limit) return;
  throw new ConflictError(
    `All ${limit} seats are taken: ${members} by members, ${pending - 1} by pending invitations. Remove a member or withdraw an invitation first.`,
  );
}

function refuseSettled({ status }: Invitation): void {
  if (status !== 'pending') throw new ConflictError(`This invitation ${SETTLED[status]}.`);
}

const recordOf = ({ id, email, role }: Invitation) => ({
  target: { type: 'invitation', id },
  details: { email, role },
});
