import { randomUUID } from 'node:crypto';
import type { AccessCaller } from './access-cast.js';
import type { AccessRequest } from './access-request.js';
import { makeWebhook, type RULES_WEBHOOKS, webhookBody } from './access-things.js';
import { call } from './http.js';

/** How the webhooks of a service are requested, by the path of their list. */
export function webhookRequests(path: string, webhooks: typeof RULES_WEBHOOKS, idOf: (caller: AccessCaller) => string) {
  const own = { id: idOf };
  const requests: Readonly<Record<string, AccessRequest>> = {
    [`GET ${path}`]: {},
    [`POST ${path}`]: {
      body: () => webhookBody(webhooks),
      after: async ({ person }, answer) => {
        await call('DELETE', `${webhooks.url}/${webhooks.idIn(answer)}`, { as: person.session });
      },
    },
    [`PATCH ${path}/{id}`]: { ...own, body: () => ({ description: 'another' }) },
    [`DELETE ${path}/{id}`]: {
      ...own,
      fresh: async ({ keeper, shown }) => ({ id: await makeWebhook(keeper ?? shown, webhooks) }),
    },
    [`POST ${path}/{id}/rotate`]: own,
    [`POST ${path}/{id}/test`]: {
      ...own,
      body: () => ({}),
      // A webhook of its own: one that others share may have a test on its way.
      fresh: async ({ keeper, shown }) => {
        const id = await makeWebhook(keeper ?? shown, webhooks);
        return { id, done: async () => void (await call('DELETE', `${webhooks.url}/${id}`, { as: keeper ?? shown })) };
      },
    },
    [`GET ${path}/{id}/deliveries`]: own,
    // A delivery of none: whoever may look for it is told so.
    [`POST ${path}/{id}/deliveries/{delivery}/redeliver`]: { id: (caller) => [idOf(caller), randomUUID()] },
  };
  return requests;
}
