import type { FieldNames } from '@tripline/auth/http';
import Joi from 'joi';
import type { WebhookEvent } from '../announce.js';
import type { WebhookSchema } from '../store/webhook-tables.js';

/** A type of events. */
interface ToldEvent {
  /** What it is, as the end of a sentence. */
  readonly what: string;
  /** What such an event is like, for a test call. */
  readonly example: WebhookEvent['data'];
}

/** What differs between the services that have webhooks. */
export interface WebhookForm {
  readonly schema: WebhookSchema;
  /** Of the list, such as `/v1/webhooks`. */
  readonly path: string;
  /** What the service tells of, by the type of the event. */
  readonly events: Readonly<Record<string, ToldEvent>>;
  /** Those that only a team has. */
  readonly teamEvents?: readonly string[];
  /** The status of a webhook just made. */
  readonly made: 200 | 201;
  /** Without it, names are as they are here. */
  readonly names?: FieldNames;
}

/** Fields of an answer as a form names them. */
export const shownFields = <F extends object>(fields: F, { names }: WebhookForm): F => names?.shown(fields) ?? fields;

// Fields of bodies are single words, which every form names alike.
const URL_MOST = 2048;
const DESCRIPTION_MOST = 200;

const url = Joi.string()
  .max(URL_MOST)
  .uri({ scheme: ['http', 'https'] })
  .description('Where events are posted to. Redirects are not followed.')
  .example('https://hooks.example.com/tripline');
const description = Joi.string().trim().max(DESCRIPTION_MOST).allow('').example('the channel of the detection team');

const eventsOf = ({ events }: WebhookForm): Joi.ArraySchema<string[]> =>
  Joi.array<string[]>()
    .items(Joi.string().valid(...Object.keys(events)))
    .min(1)
    .max(Object.keys(events).length)
    .unique()
    .example(Object.keys(events).slice(0, 1));

/** The body that makes a webhook. */
export interface NewWebhookBody {
  url: string;
  events: string[];
  description: string;
}

/** Its schema. */
export const newWebhookBody = (form: WebhookForm) =>
  Joi.object<NewWebhookBody>({
    url: url.required(),
    events: eventsOf(form).required(),
    description: description.default(''),
  });

/** The body that changes one. */
export interface WebhookChangeBody {
  url?: string;
  events?: string[];
  description?: string;
  active?: boolean;
}

/** Its schema. */
export const webhookChangeBody = (form: WebhookForm) =>
  Joi.object<WebhookChangeBody>({
    url,
    events: eventsOf(form),
    description,
    active: Joi.boolean().description('One that is switched off is told of nothing, and what waits for it has failed.'),
  }).min(1);

/** The body that asks for a test call. */
export interface WebhookTestBody {
  event?: string;
}

/** Its schema. */
export const webhookTestBody = ({ events }: WebhookForm) =>
  Joi.object<WebhookTestBody>({
    event: Joi.string()
      .valid(...Object.keys(events))
      .description('The type of the example; without it, the first that the webhook is told of.'),
  });
