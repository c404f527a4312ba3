import { randomUUID } from 'node:crypto';
import { createDatabase, createLog, createMetrics, createRedis, loadConfig } from '@tripline/service';
import { eventually, testRedisUrl } from '@tripline/stack';
import { startWebhookWorker, webhookWorkerSettings } from '@tripline/webhooks';
import Joi from 'joi';
import { type Receiver, startReceiver } from '../../../../packages/webhooks/test/support/receiver.js';
import { at, type Instance, type TestUser, WEBHOOK_KEY } from './harness.js';
import type { scriptedAccount } from './made-up-cloud/scripted-account.js';
import { addAccount, createScanHarness, type ScanHarness, scanOnce } from './scan-harness.js';

const log = createLog({ name: 'test', level: 'silent' });

/** A webhook as it was made. */
export interface Made {
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}

/** Makes webhooks of users, scans that they are told of, and looks at what they were told. */
class WebhookUses {
  constructor(
    readonly scans: ScanHarness,
    readonly api: Instance,
    readonly receiver: Receiver,
  ) {}

  call(method: 'get' | 'post' | 'patch' | 'delete', path: string, user: TestUser, instance = this.api) {
    return instance.http[method](at(path)).set(user.session);
  }

  addressOf(path: string): string {
    return `http://${this.receiver.host}${path}`;
  }

  /** A webhook of a user at a path of its own. */
  async make(user: TestUser, events: readonly string[] = ['scan.finished']): Promise<Made> {
    const path = `/${randomUUID()}`;
    const { body } = await this.call('post', '/webhooks', user)
      .send({ url: this.addressOf(path), events })
      .expect(200);
    return { id: body.id, path, secret: body.secret };
  }

  /** A scan of a user's new account; gives its id. */
  async scanOf(user: TestUser): Promise<string> {
    const account = await addAccount({ ...this.scans, user });
    return (await scanOnce({ ...this.scans, user }, account)).id;
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape.
  async deliveriesOf(user: TestUser, { id }: Made): Promise<any[]> {
    return (await this.call('get', `/webhooks/${id}/deliveries`, user).expect(200)).body.deliveries;
  }

  /** The one delivery of a webhook once it has this state. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async untilDelivery(user: TestUser, made: Made, state: string): Promise<any> {
    await eventually(async () => (await this.deliveriesOf(user, made))[0]?.state === state);
    return (await this.deliveriesOf(user, made))[0];
  }

  /** Starts what calls webhooks, as worker.ts wires it; gives what ends it. */
  startCalling(env: NodeJS.ProcessEnv = {}): () => Promise<void> {
    const config = loadConfig(Joi.object(webhookWorkerSettings), {
      WEBHOOK_KEY,
      WEBHOOK_ALLOW_HOSTS: this.receiver.host,
      LIMIT_WEBHOOK_RETRY_SECONDS: '1',
      ...env,
    });
    const { databaseUrl } = this.scans.harness.database;
    const db = createDatabase({ url: databaseUrl, connections: 3, applicationName: 'test' });
    const redis = createRedis({ url: testRedisUrl(), role: 'worker', name: 'webhooks', log });
    const metrics = createMetrics('test');
    const worker = startWebhookWorker({ db, log, redis, metrics, config, schema: 'coverage' });
    return async () => {
      await worker.close();
      redis.disconnect();
      await db.destroy();
    };
  }
}

/** Starts scans of a cloud, an API of them in which a user may have three webhooks, and a receiver of what they are told. */
export async function startWebhooks(cloud: ReturnType<typeof scriptedAccount>): Promise<WebhookUses> {
  const receiver = await startReceiver();
  const scans = await createScanHarness(cloud);
  scans.startWorker(cloud);
  const api = scans.harness.start({ WEBHOOK_ALLOW_HOSTS: receiver.host, LIMIT_WEBHOOKS: '3' }, cloud);
  return new WebhookUses(scans, api, receiver);
}

export type { WebhookUses };
