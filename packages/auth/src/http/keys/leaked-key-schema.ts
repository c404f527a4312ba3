import Joi from 'joi';
import type { FoundToken } from '../../api-keys/leaked-key-service.js';

/** What a partner found: more is sent than we need. */
const found = Joi.object<FoundToken>({
  token: Joi.string().allow('').max(10_000).required(),
  url: Joi.string().allow('', null).max(10_000).default(''),
})
  .unknown()
  .example({
    token: 'trip_live_4f9a1c…',
    type: 'tripline_api_key',
    url: 'https://github.com/octocat/hello-world/blob/1234560/.env',
    source: 'content',
  });

/** The body of `POST /v1/api-keys/leaked`. */
export const leakedKeysSchema = Joi.array().items(found).max(2_000);

/** The same within an object, which is what validation takes. */
export const foundKeysSchema = Joi.object<{ found: (Omit<FoundToken, 'url'> & { url: string | null })[] }>({
  found: leakedKeysSchema.required(),
});
