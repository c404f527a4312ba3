import type { SiemResource } from '../siem-resource.js';
import type { SiemConnection } from './connection-store.js';

/** How a SIEM is reached, as its owner sees it: without the credential. */
export function connectionView(connection: SiemConnection | undefined): SiemResource['connection'] {
  if (connection === undefined) return null;
  const { address, clientId, error, everyHours, loginAddress, nextAt, tenantId, triedAt } = connection;
  return {
    ...{ address, tenant_id: tenantId, client_id: clientId, login_address: loginAddress },
    ...{ every_hours: everyHours, next_at: nextAt, tried_at: triedAt, error },
  };
}
