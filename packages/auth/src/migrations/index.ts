import type { MigrationSet } from '@tripline/service';
import { accounts } from './0001-accounts.js';
import { apiKeys } from './0002-api-keys.js';
import { auditLog } from './0003-audit-log.js';
import { teams } from './0004-teams.js';
import { identities } from './0005-identities.js';
import { auditIndexes } from './0006-audit-indexes.js';
import { outbox } from './0007-outbox.js';
import { usageReservations } from './0008-usage-reservations.js';
import { sessionOrigins } from './0009-session-origins.js';
import { deletedUsers } from './0010-deleted-users.js';
import { auditSeals } from './0011-audit-seals.js';
import { secondFactors } from './0012-second-factors.js';
import { idempotencyKeys } from './0013-idempotency-keys.js';
import { teamSecondFactor } from './0014-team-second-factor.js';
import { keyGrants } from './0015-key-grants.js';
import { serviceAccounts } from './0016-service-accounts.js';
import { leakedKeyMails } from './0017-leaked-key-mails.js';
import { passkeys } from './0018-passkeys.js';
import { coverageChangeMails } from './0019-coverage-change-mails.js';
import { signInLinks } from './0020-sign-in-links.js';

/** Everything the package keeps in Postgres, for the migrate command. */
export const authMigrations: MigrationSet = {
  schema: 'auth',
  migrations: [
    accounts,
    apiKeys,
    auditLog,
    teams,
    identities,
    auditIndexes,
    outbox,
    usageReservations,
    sessionOrigins,
    deletedUsers,
    auditSeals,
    secondFactors,
    idempotencyKeys,
    teamSecondFactor,
    keyGrants,
    serviceAccounts,
    leakedKeyMails,
    passkeys,
    coverageChangeMails,
    signInLinks,
  ],
};
