export type { ApiKeyBody } from './keys/api-key-body.js';
export { apiKeyOperations, describeKeys } from './keys/api-key-operations.js';
export { createApiKeysRouter } from './keys/api-key-routes.js';
export type { FieldNames } from './keys/keys-form.js';
export { createLeakedKeyRouter } from './keys/leaked-key-routes.js';
export { type LeakedKeyConfig, leakedKeySettings } from './keys/partner-key.js';
export { serviceAccountOperations } from './service-accounts/service-account-operations.js';
export { createServiceAccountRouter } from './service-accounts/service-account-routes.js';
export type { Succeed } from './succeed.js';
