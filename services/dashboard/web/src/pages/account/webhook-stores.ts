import { type Coverage, coverage, coverageData, type Rules, rules, rulesData } from '../../api/clients.js';

/** A webhook, the same whichever service calls it. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly active: boolean;
}

/** A webhook just made, or with a new secret. */
export interface MadeWebhook extends Webhook {
  readonly secret: string;
}

/** What is asked for a new webhook. */
type NewWebhook = Pick<Webhook, 'url' | 'description' | 'events'>;

/** A call to a webhook, with what came of its last attempt. */
export interface Delivery {
  readonly id: string;
  readonly type: string;
  /** Whether it is an example that somebody asked for. */
  readonly test: boolean;
  readonly state: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextAttemptAt: string | null;
  readonly error: string | null;
}

/** Where the webhooks of one service are kept. Each call may throw an ApiError. */
export interface WebhookStore {
  readonly service: 'rules' | 'coverage';
  /** What the service tells of, with what a person calls it. */
  readonly events: Readonly<Record<string, string>>;
  list(): Promise<readonly Webhook[]>;
  make(webhook: NewWebhook): Promise<MadeWebhook>;
  setActive(id: string, active: boolean): Promise<Webhook>;
  rotate(id: string): Promise<MadeWebhook>;
  remove(id: string): Promise<unknown>;
  /** Sends it an example of the first event that it is told of. */
  test(id: string): Promise<unknown>;
  /** The newest first. */
  deliveries(id: string): Promise<readonly Delivery[]>;
  redeliver(id: string, delivery: string): Promise<unknown>;
}

const MOST_SHOWN = 50;
const at = <P extends object>(path: P) => ({ params: { path } });

const atRulesService: WebhookStore = {
  service: 'rules',
  events: {
    'generation.finished': 'rules were written from a report',
    'audit.recorded': 'something was recorded in the team’s audit log',
  },
  list: async () => (await rulesData(rules.GET('/v1/webhooks'))).webhooks,
  make: ({ events, ...webhook }) =>
    rulesData(
      rules.POST('/v1/webhooks', {
        body: { ...webhook, events: [...events] as Rules['Webhook']['events'] & string[] },
      }),
    ),
  setActive: (id, active) => rulesData(rules.PATCH('/v1/webhooks/{id}', { ...at({ id }), body: { active } })),
  rotate: (id) => rulesData(rules.POST('/v1/webhooks/{id}/rotate', at({ id }))),
  test: (id) => rulesData(rules.POST('/v1/webhooks/{id}/test', { ...at({ id }), body: {} })),
  remove: (id) => rulesData(rules.DELETE('/v1/webhooks/{id}', at({ id }))),
  deliveries: async (id) =>
    (
      await rulesData(
        rules.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id }, query: { limit: MOST_SHOWN } } }),
      )
    ).deliveries,
  redeliver: (id, delivery) =>
    rulesData(rules.POST('/v1/webhooks/{id}/deliveries/{delivery}/redeliver', at({ id, delivery }))),
};

const deliveryOf = ({ created_at, next_attempt_at, ...delivery }: Coverage['WebhookDelivery']): Delivery => ({
  ...delivery,
  createdAt: created_at,
  nextAttemptAt: next_attempt_at,
});

const atCoverageService: WebhookStore = {
  service: 'coverage',
  events: {
    'coverage.changed': 'coverage got worse',
    'scan.finished': 'a scan has ended',
  },
  list: async () => (await coverageData(coverage.GET('/webhooks'))).webhooks,
  make: ({ events, ...webhook }) =>
    coverageData(
      coverage.POST('/webhooks', {
        body: { ...webhook, events: [...events] as Coverage['Webhook']['events'] & string[] },
      }),
    ),
  setActive: (id, active) => coverageData(coverage.PATCH('/webhooks/{id}', { ...at({ id }), body: { active } })),
  rotate: (id) => coverageData(coverage.POST('/webhooks/{id}/rotate', at({ id }))),
  test: (id) => coverageData(coverage.POST('/webhooks/{id}/test', { ...at({ id }), body: {} })),
  remove: (id) => coverageData(coverage.DELETE('/webhooks/{id}', at({ id }))),
  deliveries: async (id) =>
    (
      await coverageData(
        coverage.GET('/webhooks/{id}/deliveries', { params: { path: { id }, query: { limit: MOST_SHOWN } } }),
      )
    ).deliveries.map(deliveryOf),
  redeliver: (id, delivery) =>
    coverageData(coverage.POST('/webhooks/{id}/deliveries/{delivery}/redeliver', at({ id, delivery }))),
};

/** The services that a tier has webhooks of. Each service keeps its own. */
export function webhookStoresOf(tier: Rules['Profile']['tier']): readonly WebhookStore[] {
  if (tier === 'free') return [];
  return tier === 'individual' ? [atCoverageService] : [atRulesService, atCoverageService];
}
