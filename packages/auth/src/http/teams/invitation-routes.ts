import { defineRoutes, endpoint } from '@tripline/service';
import type { Request, Router } from 'express';
import type { Auth } from '../../auth.js';
import { callerOf } from '../../callers/request-caller.js';
import { actorOf, requireVerifiedEmail } from '../../guards/middleware.js';
import { requireTeamRole, requireTeamTier } from '../../guards/team-guards.js';
import { invitationLink } from '../../mail/invitation-mail.js';
import type { Succeed } from '../succeed.js';
import { teamOperations } from './team-operations.js';

/** What the invitation routes need. */
export interface InvitationRouterDeps {
  readonly auth: Pick<Auth, 'requireCaller' | 'invitations' | 'teams'>;
  /** What links begin with; without it, the host that was asked. */
  readonly publicUrl: string | undefined;
  readonly succeed: Succeed;
}

/** `/v1/team/invite` and `/v1/team/invitations`: how people come into a team; with an access token only. */
export function createInvitationRouter({ auth, publicUrl, succeed }: InvitationRouterDeps): Router {
  const { invitations } = auth;
  const signedIn = auth.requireCaller({ accept: ['jwt'] });
  const ownerOrAdmin = [signedIn, requireTeamTier, requireTeamRole(['owner', 'admin'])];
  const invited = [signedIn, requireVerifiedEmail];
  const linkOf = (req: Request, token: string): string =>
    invitationLink(publicUrl ?? `${req.protocol}://${req.get('host') ?? ''}`, token);
  return defineRoutes([
    endpoint(teamOperations.inviteToTeam, {
      guard: ownerOrAdmin,
      handle: async ({ body }, req, res) => {
        const { invitation, token } = await invitations.invite(callerOf(req), body, actorOf(req));
        succeed(res, token === undefined ? invitation : { ...invitation, link: linkOf(req, token) }, 201);
      },
    }),
    endpoint(teamOperations.acceptInvitation, {
      guard: invited,
      handle: async ({ body }, req, res) => {
        const teamId = await invitations.accept(callerOf(req), body.token, actorOf(req));
        succeed(res, await auth.teams.view({ ...callerOf(req), teamId }));
      },
    }),
    endpoint(teamOperations.declineInvitation, {
      guard: invited,
      handle: async ({ body }, req, res) => {
        await invitations.decline(callerOf(req), body.token, actorOf(req));
        succeed(res, { message: 'The invitation has been declined.' });
      },
    }),
    endpoint(teamOperations.revokeInvitation, {
      guard: ownerOrAdmin,
      handle: async ({ params }, req, res) => {
        await invitations.revoke(callerOf(req), params.id, actorOf(req));
        succeed(res, { message: 'The invitation has been withdrawn; its link no longer works.' });
      },
    }),
  ]);
}
