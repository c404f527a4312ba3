import { json } from '@tripline/service';
import Joi from 'joi';
import { DELIVERY_STATES, type DeliveryQuery } from '../store/delivery-store.js';
import { newWebhookBody, shownFields, type WebhookForm, webhookChangeBody, webhookTestBody } from './webhook-form.js';

/** How long a secret that was replaced is still good. */
export const OVERLAP_HOURS = 24;
const TAG = 'Webhooks';
const NO_WEBHOOK = 'You have no webhook with this id.';
const NOT_SET_UP = 'The operator has not set up webhooks.';

const deliveryQuery = Joi.object<DeliveryQuery>({
  state: Joi.string().valid(...DELIVERY_STATES),
  limit: Joi.number().integer().min(1).max(200).default(50),
  offset: Joi.number().integer().min(0).max(10_000).default(0),
});

function resourcesOf(form: WebhookForm) {
  const webhook = {
    id: json.uuid,
    url: json.text.example('https://hooks.example.com/tripline'),
    description: json.text.example('the channel of the detection team'),
    events: json.list(json.oneOf(Object.keys(form.events))),
    active: json.yesOrNo.description('false: told of nothing. A receiver that answers with 410 is switched off.'),
    previousUntil: json
      .nullable(json.instant)
      .description('until when the secret before the one in use signs too; null where there is none'),
    createdAt: json.instant,
  } as const;
  const delivery = {
    id: json.uuid.description('the webhook-id of the call: the same in each attempt'),
    type: json.oneOf(Object.keys(form.events)),
    test: json.yesOrNo.description('whether it is an example that somebody asked for'),
    state: json.oneOf(DELIVERY_STATES),
    attempts: json.integer.example(1),
    createdAt: json.instant,
    nextAttemptAt: json.nullable(json.instant).description('null when it has ended'),
    endedAt: json.nullable(json.instant),
    responseStatus: json.nullable(json.integer).description('of the last attempt; null without an answer').example(503),
    error: json.nullable(json.text).example('It answered with status 503.'),
  } as const;
  const secret = json.secret
    .description('for your side to check the signatures with, by Standard Webhooks')
    .example('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw…');
  return {
    webhook: json.resource('Webhook', shownFields(webhook, form)),
    made: json.object(shownFields({ ...webhook, secret }, form)),
    delivery: json.resource('WebhookDelivery', shownFields(delivery, form)),
  };
}

/** What callers do with webhooks, in a service's form; the service names the operations. */
export function describeWebhooks(form: WebhookForm) {
  const resources = resourcesOf(form);
  return { ...describeSettings(form, resources), ...describeDeliveries(form, resources) } as const;
}

const all = { tag: TAG, security: 'jwt' } as const;
const one = { ...all, params: { id: json.uuid } } as const;

/** Webhooks themselves, and their secrets. */
function describeSettings(form: WebhookForm, { made, webhook }: ReturnType<typeof resourcesOf>) {
  const types = Object.entries(form.events).map(([type, { what }]) => `\`${type}\`: ${what}`);
  return {
    list: {
      ...all,
      method: 'get',
      path: form.path,
      summary: 'List webhooks',
      description: 'Yours and those of your team. A team’s are for its owner and admins.',
      success: {
        status: 200,
        description: 'Without their secrets.',
        data: json.object({ webhooks: json.list(webhook) }),
      },
      errors: {},
    },
    create: {
      ...all,
      method: 'post',
      path: form.path,
      summary: 'Make a webhook',
      description: `Events are posted as \`{ type, timestamp, data }\`, signed by Standard Webhooks (headers webhook-id, webhook-timestamp, webhook-signature), and posted again until an answer of 2xx. ${types.join(' ')}`,
      body: newWebhookBody(form),
      success: { status: form.made, description: 'The webhook with its secret, which is shown only once.', data: made },
      errors: { 409: `You have as many webhooks as one may have. ${NOT_SET_UP}` },
    },
    change: {
      ...one,
      method: 'patch',
      path: `${form.path}/{id}`,
      summary: 'Change a webhook',
      body: webhookChangeBody(form),
      success: { status: 200, description: 'As it is now.', data: webhook },
      errors: { 404: NO_WEBHOOK },
    },
    remove: {
      ...one,
      method: 'delete',
      path: `${form.path}/{id}`,
      summary: 'Delete a webhook',
      description: 'With its deliveries; what waits is not sent.',
      success: { status: 200, description: 'It is gone.', data: json.done },
      errors: { 404: NO_WEBHOOK },
    },
    rotate: {
      ...one,
      method: 'post',
      path: `${form.path}/{id}/rotate`,
      summary: 'Replace the secret of a webhook',
      description: `For ${OVERLAP_HOURS} hours calls carry a signature by each of the two.`,
      success: { status: 200, description: 'The webhook with its new secret, which is shown only once.', data: made },
      errors: { 404: NO_WEBHOOK, 409: NOT_SET_UP },
    },
  } as const;
}

/** What a webhook is told and was told. */
function describeDeliveries(form: WebhookForm, { delivery }: ReturnType<typeof resourcesOf>) {
  return {
    test: {
      ...one,
      method: 'post',
      path: `${form.path}/{id}/test`,
      summary: 'Send a webhook an example',
      description:
        'An event with made-up data, which carries `test: true` beside its `type`. It is signed, sent and tried again as every other, and stands among the deliveries. One that waits for another attempt gives way to it.',
      body: webhookTestBody(form),
      success: { status: 200, description: 'It is on its way.', data: delivery },
      errors: { 404: NO_WEBHOOK, 409: 'The webhook is switched off, or the test before is still on its way.' },
    },
    deliveries: {
      ...one,
      method: 'get',
      path: `${form.path}/{id}/deliveries`,
      summary: 'List what a webhook was told',
      description: 'Newest first. The newest 500 are kept and the newest 20 tests, for 30 days.',
      query: deliveryQuery,
      success: {
        status: 200,
        description: 'A page of deliveries.',
        data: json.object({ deliveries: json.list(delivery), total: json.integer }),
      },
      errors: { 404: NO_WEBHOOK },
    },
    redeliver: {
      ...all,
      params: { id: json.uuid, delivery: json.uuid },
      method: 'post',
      path: `${form.path}/{id}/deliveries/{delivery}/redeliver`,
      summary: 'Send a delivery again',
      description: 'The same body under the same webhook-id, signed anew.',
      success: { status: 200, description: 'It is on its way.', data: delivery },
      errors: {
        404: `${NO_WEBHOOK} It has no delivery with this id.`,
        409: 'It is still on its way, or the webhook is switched off.',
      },
    },
  } as const;
}
