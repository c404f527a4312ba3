export { accountOperations } from './accounts/account-operations.js';
export { mySessionOperations } from './accounts/my-session-operations.js';
export { adminOperations } from './admin/admin-operations.js';
export { isAdminToken } from './admin/admin-token.js';
export { auditOperations } from './audit/audit-operations.js';
export { createAuditRouter } from './audit/audit-routes.js';
export { factorOperations } from './factors/factor-operations.js';
export { createIdentityRouter, type IdentityRouterDeps } from './identity-router.js';
/** @public The compiler names it in the declarations of whoever mounts the keys in another form. */
export type { ApiKeyBody } from './keys/api-key-body.js';
export { apiKeyOperations, describeKeys } from './keys/api-key-operations.js';
export { createApiKeysRouter } from './keys/api-key-routes.js';
export type { FieldNames } from './keys/keys-form.js';
export { type LeakedKeyConfig, leakedKeySettings } from './keys/partner-key.js';
export { serviceAccountOperations } from './service-accounts/service-account-operations.js';
export { signInOperations } from './sign-in/sign-in-operations.js';
export type { Succeed } from './succeed.js';
export { teamOperations } from './teams/team-operations.js';
