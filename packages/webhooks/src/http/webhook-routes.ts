import { actorOf, appendAudit, callerOf, holdOwner, refuseLapsedTeam, requireTeamRole, scopeOf } from '@tripline/auth';
import type { Succeed } from '@tripline/auth/http';
import { postRefusal } from '@tripline/fetch';
import {
  BadRequestError,
  ConflictError,
  defineRoutes,
  endpoint,
  type Knex,
  NotFoundError,
  storableText,
} from '@tripline/service';
import type { Request, RequestHandler, Router } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { announceTo } from '../announce.js';
import { type WebhookConfig, webhookKeys } from '../config.js';
import { makeSecret, type NewSecret } from '../secrets.js';
import { deliverAgain, endWaitingTest, findDelivery, listDeliveries } from '../store/delivery-store.js';
import {
  changeWebhook,
  countWebhooks,
  deleteWebhook,
  findWebhook,
  holdActive,
  insertWebhook,
  listWebhooks,
  replaceSecret,
  type Webhook,
} from '../store/webhook-store.js';
import type { WebhookForm } from './webhook-form.js';
import { type describeWebhooks, OVERLAP_HOURS } from './webhook-operations.js';

type Described = ReturnType<typeof describeWebhooks>;

/** What the routes of webhooks need. */
export interface WebhookRouterDeps {
  readonly db: Knex;
  readonly config: WebhookConfig;
  readonly form: WebhookForm;
  /** Lets those in, with an access token only, who may have webhooks. */
  readonly guard: readonly RequestHandler[];
  /** The operations as the service describes them: `describeWebhooks` with its ids. */
  readonly operations: { readonly [Name in keyof Described]: Described[Name] & { readonly id: string } };
  readonly succeed: Succeed;
}

/** A team's webhooks are told what a plain member may not see, such as its audit log. */
const administrators = requireTeamRole(['owner', 'admin']);
const refuseMembers: RequestHandler = (req, res, next) => {
  refuseLapsedTeam(req);
  if (callerOf(req).teamId === undefined) return next();
  return administrators(req, res, next);
};

/** The webhooks of the caller and their team. Mount it before answers are compressed, since some of its answers hold secrets. */
export function createWebhookRouter(deps: WebhookRouterDeps): Router {
  const parts = { ...deps, guard: [...deps.guard, refuseMembers], find: finding(deps), keep: keeping(deps) };
  return defineRoutes([...webhookEndpoints(parts), ...deliveryEndpoints(parts)]);
}

/** What the endpoints share. */
interface RouteParts extends WebhookRouterDeps {
  readonly find: ReturnType<typeof finding>;
  readonly keep: ReturnType<typeof keeping>;
}

/** The webhook of a path. @throws NotFoundError for another owner's and an unknown id alike */
const finding =
  ({ db, form: { schema } }: WebhookRouterDeps) =>
  async (req: Request, { id }: { readonly id: string }): Promise<Webhook> => {
    const webhook = await findWebhook(scopeOf(req), db, schema, id);
    if (webhook === undefined) throw new NotFoundError(`You have no webhook ${id}.`);
    return webhook;
  };

/** Makes a change with its entry of the audit log, in one transaction. */
const keeping =
  ({ db, form: { schema } }: WebhookRouterDeps) =>
  async <R>(req: Request, action: string, webhook: Pick<Webhook, 'id' | 'url'>, change: Change<R>): Promise<R> => {
    const { origin } = new URL(webhook.url);
    return db.transaction(async (trx) => {
      const result = await change(trx);
      await appendAudit(trx, {
        action: `webhook.${action}`,
        actor: actorOf(req),
        target: { type: 'webhook', id: webhook.id },
        // The rest of an address may hold a credential.
        details: { service: schema, origin },
      });
      return result;
    });
  };

const webhookEndpoints = ({ config, db, find, form, guard, keep, operations, succeed }: RouteParts) => {
  const { schema } = form;
  return [
    endpoint(operations.list, {
      guard,
      handle: async (_input, req, res) => {
        const webhooks = await listWebhooks(scopeOf(req), db, schema);
        succeed(res, { webhooks: webhooks.map(shown) });
      },
    }),
    endpoint(operations.create, {
      guard,
      handle: async ({ body }, req, res) => {
        const { secret, sealed } = newSecret(config);
        refuseAddress(body.url, config);
        refuseTeamEvents(body.events, form, req);
        const made = { id: uuidv7(), ...storable(body), active: true, createdAt: new Date() };
        await keep(req, 'created', made, async (trx) => {
          const owner = await holdOwner(scopeOf(req), trx);
          const count = await countWebhooks(owner, trx, schema);
          const most = config.LIMIT_WEBHOOKS;
          if (count >= most)
            throw new ConflictError(`You have ${count} webhooks; ${most} is the limit. Delete one first.`);
          await insertWebhook(owner, trx, schema, made, sealed);
        });
        succeed(res, { ...shown({ ...made, previousUntil: null }), secret }, form.made);
      },
    }),
    endpoint(operations.change, {
      guard,
      find,
      handle: async ({ body: given, found }, req, res) => {
        const body = storable(given);
        if (body.url !== undefined) refuseAddress(body.url, config);
        if (body.events !== undefined) refuseTeamEvents(body.events, form, req);
        await keep(req, 'changed', { ...found, ...body }, (trx) => changeWebhook(trx, schema, found.id, body));
        succeed(res, shown({ ...found, ...body }));
      },
    }),
    endpoint(operations.remove, {
      guard,
      find,
      handle: async ({ found }, req, res) => {
        await keep(req, 'deleted', found, (trx) => deleteWebhook(trx, schema, found.id));
        succeed(res, { message: 'The webhook has been deleted.' });
      },
    }),
    endpoint(operations.rotate, {
      guard,
      find,
      handle: async ({ found }, req, res) => {
        const { secret, sealed } = newSecret(config);
        const previousUntil = new Date(Date.now() + OVERLAP_HOURS * 3_600_000);
        await keep(req, 'secret_rotated', found, (trx) => replaceSecret(trx, schema, found.id, sealed, previousUntil));
        succeed(res, { ...shown({ ...found, previousUntil }), secret });
      },
    }),
  ];
};

const deliveryEndpoints = ({ db, find, form, guard, keep, operations, succeed }: RouteParts) => {
  const { schema } = form;
  return [
    endpoint(operations.test, {
      guard,
      find,
      handle: async ({ body, found }, req, res) => {
        const type = body.event ?? found.events[0] ?? '';
        refuseTeamEvents([type], form, req, 'event');
        const example = form.events[type]?.example;
        if (example === undefined) throw new Error(`The service tells of no "${type}".`);
        const made = await keep(req, 'tested', found, async (trx) => {
          await refuseSwitchedOff(trx, schema, found.id);
          if (!(await endWaitingTest(trx, schema, found.id)))
            throw new ConflictError('The test before is still on its way.');
          const [id = ''] = await announceTo(trx, schema, [found.id], {
            type,
            at: new Date(),
            data: example,
            isTest: true,
          });
          const delivery = await findDelivery(trx, schema, found.id, id);
          if (delivery === undefined) throw new Error('a delivery that was just made is not there');
          return delivery;
        });
        succeed(res, made);
      },
    }),
    endpoint(operations.deliveries, {
      guard,
      find,
      handle: async ({ found, query }, _req, res) => succeed(res, await listDeliveries(db, schema, found.id, query)),
    }),
    endpoint(operations.redeliver, {
      guard,
      find,
      handle: async ({ found, params }, req, res) => {
        const delivery = await findDelivery(db, schema, found.id, params.delivery);
        if (delivery === undefined) throw new NotFoundError(`The webhook has no delivery ${params.delivery}.`);
        await keep(req, 'redelivered', found, async (trx) => {
          await refuseSwitchedOff(trx, schema, found.id);
          if (!(await deliverAgain(trx, schema, delivery.id)))
            throw new ConflictError('The delivery is still on its way.');
        });
        succeed(res, (await findDelivery(db, schema, found.id, delivery.id)) ?? delivery);
      },
    }),
  ];
};

/** Nothing would ever send what is made for a webhook that is switched off. */
async function refuseSwitchedOff(trx: Knex.Transaction, schema: WebhookForm['schema'], id: string): Promise<void> {
  if (!(await holdActive(trx, schema, id))) throw new ConflictError('The webhook is switched off; switch it on first.');
}

type Change<R> = (trx: Knex.Transaction) => Promise<R>;

/** A body with its description as Postgres can store it. */
function storable<B extends { readonly description?: string }>(body: B): B {
  return body.description === undefined ? body : { ...body, description: storableText(body.description) };
}

/** A webhook as its owner sees it. */
function shown({ active, createdAt, description, events, id, previousUntil, url }: Omit<Webhook, 'ownerId'>) {
  const isOver = previousUntil === null || previousUntil.getTime() <= Date.now();
  return { id, url, description, events, active, previousUntil: isOver ? null : previousUntil, createdAt };
}

function newSecret(config: WebhookConfig): NewSecret {
  const [key] = webhookKeys(config);
  if (key === undefined) throw new ConflictError('Webhooks are not set up here: the operator has to set WEBHOOK_KEY.');
  return makeSecret(key);
}

function refuseAddress(url: string, config: WebhookConfig): void {
  const reach = { allowHosts: config.WEBHOOK_ALLOW_HOSTS, denyNetworks: config.FETCH_DENY_NETWORKS };
  const refused = postRefusal(url, reach);
  if (refused === undefined) return;
  const message = `The url cannot be called: ${refused}.`;
  throw new BadRequestError(message, { details: [{ path: 'url', message }] });
}

function refuseTeamEvents(
  events: readonly string[],
  { teamEvents = [] }: WebhookForm,
  req: Request,
  path = 'events',
): void {
  const teams = events.find((type) => teamEvents.includes(type));
  if (teams === undefined || callerOf(req).teamId !== undefined) return;
  const message = `"${teams}" tells of a team, and you are in none.`;
  throw new BadRequestError(message, { details: [{ path, message }] });
}
