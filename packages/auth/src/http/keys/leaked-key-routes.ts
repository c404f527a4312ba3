import { createByteReader, defineRoutes, endpoint, parseJson, validate } from '@tripline/service';
import type { Router } from 'express';
import type { Auth } from '../../auth.js';
import { originOf } from '../../guards/middleware.js';

import type { Succeed } from '../succeed.js';
import { apiKeyOperations } from './api-key-operations.js';
import { foundKeysSchema } from './leaked-key-schema.js';
import { createPartnerKeys, refuseUnsigned } from './partner-signature.js';

/** A partner sends what it has found together. */
const BODY_BYTES = 1_048_576;

/** What the route needs. */
export interface LeakedKeyRouterDeps {
  readonly leakedKeys: Auth['leakedKeys'];
  /** The setting SECRET_SCANNING_KEYS. */
  readonly partnerKeys: readonly string[];
  readonly succeed: Succeed;
}

/** `/v1/api-keys/leaked`: secret-scanning partners tell of keys that they have found in public. */
export function createLeakedKeyRouter({ leakedKeys, partnerKeys, succeed }: LeakedKeyRouterDeps): Router {
  const partners = createPartnerKeys(partnerKeys);
  const readBytes = createByteReader(BODY_BYTES);
  return defineRoutes([
    endpoint(apiKeyOperations.reportLeakedKeys, {
      // The signature is over the bytes.
      readsItself: 'body',
      handle: async (_input, req, res) => {
        const key = partners.namedBy(req);
        const bytes = await readBytes(req, res);
        refuseUnsigned(req, bytes, key);
        const body = validate(foundKeysSchema, { found: parseJson(bytes) });
        await leakedKeys.report(
          body.found.map(({ token, url }) => ({ token, url: url ?? '' })),
          originOf(req),
        );
        succeed(res, { message: 'Received.' });
      },
    }),
  ]);
}
