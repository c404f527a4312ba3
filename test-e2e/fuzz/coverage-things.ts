import { randomBytes, randomUUID } from 'node:crypto';
import { type Hands, idOf, type Makers, NoneThereError } from './hands.js';
import { ruleNamed, WEBHOOK_URL } from './samples.js';

interface Detection {
  readonly mapped_techniques: readonly {
    readonly technique_id: string;
    readonly category: string;
    readonly override: { readonly covers: boolean } | null;
  }[];
}
interface Account {
  readonly id: string;
  readonly connection: { readonly external_id: string };
}

const SCAN_END_MS = 30_000;

/** How a persona gets what the coverage service keeps: accounts, scans, detections and what is decided on them, SIEMs, webhooks. */
export function coverageThings({ as, failWaiting, keep, marker, ofRound, options, value }: Hands): Makers {
  const { aws, awsAccounts, siemUrl } = options;
  let accountsGiven = 0;
  const roleOf = new Map<string, string>();

  const newAccount = async (name: string): Promise<string> => {
    const number = awsAccounts[accountsGiven % awsAccounts.length] ?? '';
    accountsGiven += 1;
    const roleArn = `arn:aws:iam::${number}:role/TriplineScanner`;
    const account = await as<Account>(name, 'POST /accounts', {
      name: `${marker(name)} ${randomUUID()}`,
      provider: 'aws',
      external_account_id: number,
      role_arn: roleArn,
      regions: ['us-east-1'],
    });
    const inAws = aws.account(number);
    for (const role of inAws.roles ?? []) role.externalId = account.connection.external_id;
    inAws.organization ??= { id: `o-${number}`, root: 'r-abcd', accounts: { [number]: { name: 'alone' } } };
    roleOf.set(account.id, roleArn);
    return account.id;
  };
  const endedScan = async (name: string): Promise<string> => {
    const account = await value(name, 'account');
    const { id } = await as<{ id: string }>(name, `POST /accounts/${account}/scans`, {});
    const deadline = Date.now() + SCAN_END_MS;
    for (;;) {
      const { status } = await as<{ status: string }>(name, `GET /scans/${id}`);
      if (!['pending', 'running'].includes(status)) return id;
      if (Date.now() > deadline) throw new Error(`scan ${id} is ${status} after ${SCAN_END_MS / 1000} s`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const declared = async (name: string): Promise<string> => {
    const account = await value(name, 'account');
    await as(name, `POST /accounts/${account}/detections`, {
      rules: [ruleNamed(`${marker(name)} ${randomUUID()}`)],
      siem: 'siem_spl',
    });
    const found = await as<{ items?: { id: string }[]; detections?: { id: string }[] }>(
      name,
      `GET /accounts/${account}/detections?detection_type=siem_rule`,
    );
    return idOf((found.items ?? found.detections)?.[0]);
  };
  const snapshot = async (name: string, at: 0 | 1): Promise<string> => {
    const account = await value(name, 'account');
    await value(name, 'scan');
    await value(name, 'declared');
    const history = await as<{ id: string }[] | { snapshots?: { id: string }[]; items?: { id: string }[] }>(
      name,
      `GET /accounts/${account}/coverage/history`,
    );
    const list = Array.isArray(history) ? history : (history.snapshots ?? history.items ?? []);
    return idOf(list[at] ?? list[0]);
  };
  const newWebhook = async (name: string): Promise<string> =>
    (await as<{ id: string }>(name, 'POST /webhooks', { url: WEBHOOK_URL, events: ['scan.finished'] })).id;
  const toldRound = async (name: string): Promise<void> => {
    const id = await newWebhook(name);
    const account = await newAccount(name);
    const { id: scan } = await as<{ id: string }>(name, `POST /accounts/${account}/scans`, {});
    await as(name, `POST /scans/${scan}/cancel`);
    await failWaiting(name, `/webhooks/${id}`);
    const { deliveries } = await as<{ deliveries: { id: string }[] }>(name, `GET /webhooks/${id}/deliveries`);
    keep(name, 'toldWebhook', { ticket: id, parts: { delivery: idOf(deliveries[0]) } });
  };

  return {
    account: newAccount,
    spareAccount: newAccount,
    roleArn: async (name) => roleOf.get(await value(name, 'account')) ?? '',
    scan: endedScan,
    scannedAccount: async (name) => {
      await value(name, 'scan');
      return value(name, 'account');
    },
    pendingScan: async (name) => {
      const account = await newAccount(name);
      return (await as<{ id: string }>(name, `POST /accounts/${account}/scans`, {})).id;
    },
    detection: async (name) => {
      await value(name, 'scan');
      const account = await value(name, 'account');
      const found = await as<{ items?: { id: string }[]; detections?: { id: string }[] }>(
        name,
        `GET /accounts/${account}/detections`,
      );
      return idOf((found.items ?? found.detections)?.[0]);
    },
    declared,
    proof: async (name) => {
      const detection = `/detections/${await value(name, 'declared')}`;
      const { mapped_techniques: mapped } = await as<Detection>(name, `GET ${detection}`);
      // Requests may have taken its own by overrides; what they gave it, another may take back before this one is sent.
      const technique = mapped.find(({ category, override }) => category === 'detect' && override === null);
      if (technique === undefined) throw new NoneThereError('the detection detects no technique');
      const body = { kind: 'exercise', reference: marker(name), technique_ids: [technique.technique_id] };
      return (await as<{ id: string }>(name, `POST ${detection}/proof`, body)).id;
    },
    exclusion: async (name) => {
      const body = { kind: 'exclusion', technique_id: 'T1485', reason: marker(name), owner: marker(name) };
      return (await as<{ id: string }>(name, `POST /accounts/${await value(name, 'account')}/exclusions`, body)).id;
    },
    override: async (name) => {
      const body = { technique_id: 'T1485', covers: true, reason: marker(name) };
      return (await as<{ id: string }>(name, `POST /detections/${await value(name, 'declared')}/overrides`, body)).id;
    },
    organization: async (name) => {
      const path = `POST /accounts/${await value(name, 'account')}/organization`;
      return (await as<{ organization: { id: string } }>(name, path, {})).organization.id;
    },
    webhook: newWebhook,
    ...ofRound(['toldWebhook', 'delivery'], toldRound),
    siem: async (name) => {
      const body = { name: marker(name), kind: 'sigma' };
      return (await as<{ id: string }>(name, 'POST /siems', body)).id;
    },
    connectedSiem: async (name) => {
      const body = { name: `${marker(name)} ${randomBytes(4).toString('hex')}`, kind: 'splunk' };
      const { id } = await as<{ id: string }>(name, 'POST /siems', body);
      await as(name, `PUT /siems/${id}/connection`, { address: siemUrl, token: 'a-token' });
      return id;
    },
    snapshotBefore: (name) => snapshot(name, 1),
    snapshotAfter: (name) => snapshot(name, 0),
  };
}
