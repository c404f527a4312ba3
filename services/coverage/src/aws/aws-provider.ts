import type { Logger } from '@tripline/service';
import type { CallLimit, CloudProvider, Connection } from '../cloud/provider.js';
import type { CloudConfig } from '../config.js';
import { createAwsSession } from './aws-session.js';
import { openAccount } from './connect.js';
import { ORGANIZATION_ACTIONS } from './organization-actions.js';
import { roleArnOf, roleTemplates } from './organization-role.js';
import { permissionsPolicy, permittedActions, principalOf, trustPolicy } from './policies.js';
import { isRegionName } from './regions.js';
import { callerIdentity, workerEnvironment } from './worker-identity.js';

/** The settings that AWS needs. */
type AwsConfig = Pick<CloudConfig, 'ROLE_TRUST_CHECK' | 'LIMIT_SCAN_CALLS_AT_ONCE' | 'LIMIT_CLOUD_CALL_SECONDS'>;

/**
 * Loads the clients of every service, which takes a second and 70 MB. An HTTP process does so at its first connection check, which may
 * never come; a worker before its first scan.
 */
export const loadCollectors = () => import('./cloud-session.js');
const loadProbes = () => import('./check.js');
const loadOrganization = () => import('./organization.js');

/** A worker without credentials looks for them again at most this often, not at every request. */
const ASK_AGAIN_MS = 60_000;

/**
 * AWS as a provider. Endpoint, region and the worker's own credentials are the SDK's own settings (`AWS_ENDPOINT_URL`, `AWS_REGION` and its
 * credential chain), read when first needed.
 */
export function createAwsProvider(config: AwsConfig, log: Logger): CloudProvider {
  const limits = { callsAtOnce: config.LIMIT_SCAN_CALLS_AT_ONCE, callSeconds: config.LIMIT_CLOUD_CALL_SECONDS };
  const environment = once(workerEnvironment);
  const knownPrincipal = createPrincipal(environment, limits, log);
  const open = async (connection: Connection, signal: AbortSignal, limit?: CallLimit) => {
    const worker = await environment();
    const account = await openAccount(
      connection,
      { environment: worker, trustCheck: config.ROLE_TRUST_CHECK, limit, ...limits },
      signal,
    );
    return { account, homeRegion: worker.region };
  };
  return {
    isScopeName: isRegionName,
    async connect(connection, signal, limit) {
      const { createCloudSession } = await loadCollectors();
      const { account, homeRegion } = await open(connection, signal, limit);
      for (const warning of account.warnings) {
        log.warn({ externalAccountId: connection.externalAccountId }, warning);
      }
      return createCloudSession(account, connection.externalAccountId, homeRegion);
    },
    async check(connection, signal) {
      const { checkConnection } = await loadProbes();
      return checkConnection(connection.externalAccountId, () => open(connection, signal), signal);
    },
    async setup(externalId) {
      const trusted = await knownPrincipal();
      return {
        workerPrincipal: trusted ?? null,
        trustPolicy: trusted === undefined ? null : trustPolicy(trusted, externalId),
        permissionsPolicy: permissionsPolicy(),
        permissions: permittedActions(),
      };
    },
    organizations: {
      actions: ORGANIZATION_ACTIONS,
      roleOf: roleArnOf,
      async read(connection, signal) {
        const { readOrganization } = await loadOrganization();
        const { account } = await open(connection, signal);
        try {
          return await readOrganization(account.session, signal);
        } finally {
          account.close();
        }
      },
      async templates(role) {
        const trusted = await knownPrincipal();
        return trusted === undefined ? null : roleTemplates(trusted, role);
      },
    },
  };
}

/** A function that is called at the first time alone. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Whom roles must trust: the worker's own identity, asked once it is needed and, where it is not known, again from time to time. */
function createPrincipal(
  environment: () => ReturnType<typeof workerEnvironment>,
  limits: { readonly callsAtOnce: number; readonly callSeconds: number },
  log: Logger,
): () => Promise<string | undefined> {
  let principal: Promise<string | undefined> | undefined;
  let askAgainAt = Number.POSITIVE_INFINITY;
  const ask = async (): Promise<string | undefined> => {
    const { region, credentials } = await environment();
    const session = createAwsSession({ credentials, ...limits });
    try {
      const { arn } = await callerIdentity(session, region, new AbortController().signal);
      return principalOf(arn);
    } catch (error) {
      log.warn({ err: error }, "the worker's own AWS identity could not be determined");
      return undefined;
    } finally {
      session.close();
    }
  };
  return () => {
    if (principal === undefined || Date.now() >= askAgainAt) {
      askAgainAt = Number.POSITIVE_INFINITY;
      principal = ask().then((known) => {
        if (known === undefined) askAgainAt = Date.now() + ASK_AGAIN_MS;
        return known;
      });
    }
    return principal;
  };
}
