import type { ConnectionSetup } from '../cloud/provider.js';
import type { Account } from './account-model.js';
import type { AccountResource } from './account-resource.js';

/** An account as the API shows it. */
export function accountView(account: Account, setup: ConnectionSetup): AccountResource {
  return {
    id: account.id,
    name: account.name,
    provider: account.provider,
    external_account_id: account.externalAccountId,
    regions: account.scopes,
    schedule: account.schedule,
    connection: {
      role_arn: account.roleArn,
      external_id: account.externalId,
      worker_principal: setup.workerPrincipal,
      trust_policy: setup.trustPolicy,
      permissions_policy: setup.permissionsPolicy,
      permissions: setup.permissions,
      own_credentials: account.ownCredentials,
    },
    tags: account.tags,
    owner: account.teamId === null ? 'user' : 'team',
    actor_ids: account.actorIds,
    status: account.status,
    last_scan_at: account.lastScanAt,
    scan_under_way: account.scanUnderWay,
    created_at: account.createdAt,
  };
}
