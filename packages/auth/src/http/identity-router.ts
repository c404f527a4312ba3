import type { Environment } from '@tripline/service';
import { Router } from 'express';
import type { Auth } from '../auth.js';
import type { AuthConfig } from '../config.js';
import { requireFeature } from '../guards/middleware.js';
import { requireTeamRole, requireTeamTier } from '../guards/team-guards.js';
import type { CallsPerMinute } from '../limits/call-limit.js';
import { type PasskeyPlace, relyingParty } from '../passkeys/relying-party.js';
import { createAccountsRouter } from './accounts/account-routes.js';
import { createMySessionsRouter } from './accounts/my-session-routes.js';
import { createProfileRouter, type FindStorage } from './accounts/profile-routes.js';
import { createSessionsRouter } from './accounts/session-routes.js';
import { createAdminRouter } from './admin/admin-routes.js';
import { createFactorRouter } from './factors/factor-routes.js';
import { apiKeyOperations } from './keys/api-key-operations.js';
import { createApiKeysRouter } from './keys/api-key-routes.js';
import { createLeakedKeyRouter } from './keys/leaked-key-routes.js';
import type { LeakedKeyConfig } from './keys/partner-key.js';
import { createServiceAccountRouter } from './service-accounts/service-account-routes.js';
import { createSignInRouter } from './sign-in/sign-in-routes.js';
import type { Succeed } from './succeed.js';
import { createInvitationRouter } from './teams/invitation-routes.js';
import { createTeamRouter } from './teams/team-routes.js';

/** What the routes of identity need of the service that mounts them. */
export interface IdentityRouterDeps {
  readonly auth: Auth;
  readonly config: AuthConfig & PasskeyPlace & LeakedKeyConfig & { NODE_ENV: Environment };
  readonly callsPerMinute: CallsPerMinute;
  readonly findStorage: FindStorage;
  readonly succeed: Succeed;
}

/**
 * All that answers tokens, keys, secrets and codes: accounts, sign-in, sessions, factors, keys, teams, and what the operator does. The service mounts it
 * before answers are compressed: beside a caller's input their length would tell of the secret.
 */
export function createIdentityRouter({ auth, config, succeed, ...deps }: IdentityRouterDeps): Router {
  const router = Router({ caseSensitive: true });
  const publicUrl = config.PUBLIC_URL;
  const session = auth.requireCaller({ accept: ['jwt'] });
  router.use(createSessionsRouter({ auth, publicUrl, succeed }));
  const ways = {
    password: config.BUILTIN_ACCOUNTS,
    passkey: config.BUILTIN_ACCOUNTS && relyingParty(config) !== undefined,
    signUp: config.BUILTIN_ACCOUNTS ? config.SIGNUP : ('closed' as const),
  };
  router.use(createSignInRouter({ signIn: auth.signIn, publicUrl, ways, succeed }));
  if (config.BUILTIN_ACCOUNTS) router.use(createAccountsRouter({ auth, publicUrl, succeed }));
  router.use(createProfileRouter({ auth, seats: config, succeed, ...deps }));
  router.use(createMySessionsRouter({ auth, succeed }));
  router.use(createFactorRouter({ auth, succeed }));
  // Before the keys, whose `/v1/api-keys/:prefix` would take `leaked` for a prefix.
  router.use(createLeakedKeyRouter({ leakedKeys: auth.leakedKeys, partnerKeys: config.SECRET_SCANNING_KEYS, succeed }));
  const { createApiKey: create, listApiKeys: list, revokeApiKey: revoke, rotateApiKey: rotate } = apiKeyOperations;
  const holders = [session, requireFeature('keyManagement')];
  router.use(createApiKeysRouter({ auth, guard: holders, operations: { create, list, revoke, rotate }, succeed }));
  router.use(createTeamRouter({ auth, succeed }));
  const administrators = [session, requireTeamTier, requireTeamRole(['owner', 'admin'])];
  router.use(createServiceAccountRouter({ accounts: auth.serviceAccounts, guard: administrators, succeed }));
  router.use(createInvitationRouter({ auth, publicUrl, succeed }));
  router.use(createAdminRouter({ auth, adminToken: config.ADMIN_TOKEN, succeed }));
  return router;
}
