// The lower bound for a scan, as a separate process: the SDK calls that a scan needs, as many at once, and nothing else.
import * as analyzer from '@aws-sdk/client-accessanalyzer';
import * as trail from '@aws-sdk/client-cloudtrail';
import * as cloudwatch from '@aws-sdk/client-cloudwatch';
import * as logs from '@aws-sdk/client-cloudwatch-logs';
import * as config from '@aws-sdk/client-config-service';
import { DescribeFlowLogsCommand, DescribeRegionsCommand, DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2';
import * as events from '@aws-sdk/client-eventbridge';
import * as guardduty from '@aws-sdk/client-guardduty';
import * as inspector from '@aws-sdk/client-inspector2';
import * as macie from '@aws-sdk/client-macie2';
import * as hub from '@aws-sdk/client-securityhub';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { NodeHttpHandler } from '@smithy/node-http-handler';

const HOME = 'us-east-1';
/** The product's own limits: calls at once in total, and per service in a region. */
const IN_ALL = 24;
const PER_SERVICE = 8;
const FEWER = { securityhub: 4, cloudtrail: 4 };

/** Runs work, at most `size` at once. */
function cap(size) {
  let free = size;
  const waiting = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      if (waiting.length > 0) waiting.shift()();
      else free += 1;
    }
  };
}

/** All pages of a listing. */
async function pages(send, tokenOf, itemsOf) {
  const items = [];
  let token;
  do {
    const output = await send(token);
    items.push(...(itemsOf(output) ?? []));
    token = tokenOf(output);
  } while (token);
  return items;
}

/** Each service's calls; `of` sends a command of a client class in the region, `list` does so until the last page. */
const WALKS = {
  async guardduty({ of, list }) {
    const send = of(guardduty.GuardDutyClient);
    const next = (output) => output.NextToken;
    const ids = await list(
      (NextToken) => send(new guardduty.ListDetectorsCommand({ MaxResults: 50, NextToken })),
      next,
      (output) => output.DetectorIds,
    );
    const detector = async (DetectorId) => {
      const filters = async () => {
        const names = await list(
          (NextToken) => send(new guardduty.ListFiltersCommand({ DetectorId, MaxResults: 50, NextToken })),
          next,
          (output) => output.FilterNames,
        );
        await Promise.all(names.map((FilterName) => send(new guardduty.GetFilterCommand({ DetectorId, FilterName }))));
      };
      await Promise.all([
        send(new guardduty.GetDetectorCommand({ DetectorId })),
        filters(),
        // No rule of these inventories takes its findings: whether anybody else does takes two calls.
        of(hub.SecurityHubClient, 'securityhub')(new hub.ListEnabledProductsForImportCommand({ MaxResults: 100 })),
        send(new guardduty.ListPublishingDestinationsCommand({ DetectorId, MaxResults: 50 })),
      ]);
    };
    await Promise.all([
      ...ids.map(detector),
      ...(ids.length > 0 ? [send(new guardduty.ListCustomDetectionRulesCommand({ MaxResults: 50 }))] : []),
    ]);
  },
  async eventbridge({ of, list }) {
    const send = of(events.EventBridgeClient);
    const next = (output) => output.NextToken;
    const buses = await list(
      (NextToken) => send(new events.ListEventBusesCommand({ Limit: 100, NextToken })),
      next,
      (output) => output.EventBuses,
    );
    const rules = await Promise.all(
      buses.map(({ Name: EventBusName }) =>
        list(
          (NextToken) => send(new events.ListRulesCommand({ EventBusName, Limit: 100, NextToken })),
          next,
          (output) => output.Rules,
        ),
      ),
    );
    await Promise.all(
      rules
        .flat()
        .filter(({ EventPattern, State }) => EventPattern !== undefined && State !== 'DISABLED')
        .map(({ Name: Rule, EventBusName }) =>
          send(new events.ListTargetsByRuleCommand({ Rule, EventBusName, Limit: 100 })),
        ),
    );
  },
  async cloudwatch({ of, list }) {
    const send = of(cloudwatch.CloudWatchClient);
    const AlarmTypes = ['MetricAlarm', 'CompositeAlarm', 'LogAlarm'];
    await list(
      (NextToken) => send(new cloudwatch.DescribeAlarmsCommand({ AlarmTypes, MaxRecords: 100, NextToken })),
      (output) => output.NextToken,
      (output) => output.MetricAlarms,
    );
  },
  async ec2({ of }) {
    const send = of(EC2Client);
    await Promise.all([
      send(new DescribeVpcsCommand({ MaxResults: 1000 })),
      send(new DescribeFlowLogsCommand({ MaxResults: 1000 })),
    ]);
  },
  async logs({ of, list, metricFilters }) {
    const send = of(logs.CloudWatchLogsClient);
    const next = (output) => output.nextToken;
    await Promise.all([
      metricFilters(),
      list(
        (nextToken) => send(new logs.DescribeQueryDefinitionsCommand({ maxResults: 1000, nextToken })),
        next,
        () => [],
      ),
      list(
        (nextToken) => send(new logs.ListScheduledQueriesCommand({ maxResults: 1000, nextToken })),
        next,
        () => [],
      ),
    ]);
  },
  // The inventories of this benchmark feed no function, so that none is listed.
  async lambda({ of, metricFilters }) {
    const send = of(logs.CloudWatchLogsClient, 'logs');
    const groups = new Set((await metricFilters()).map(({ logGroupName }) => logGroupName));
    await Promise.all(
      [...groups].map((logGroupName) => send(new logs.DescribeSubscriptionFiltersCommand({ logGroupName, limit: 50 }))),
    );
  },
  async config({ of, list }) {
    const send = of(config.ConfigServiceClient);
    await Promise.all([
      list(
        (NextToken) => send(new config.DescribeConfigRulesCommand({ NextToken })),
        (output) => output.NextToken,
        () => [],
      ),
      send(new config.DescribeConfigurationRecorderStatusCommand({})),
    ]);
  },
  async securityhub({ of, list }) {
    const send = of(hub.SecurityHubClient);
    const next = (output) => output.NextToken;
    const controls = async () => {
      const standards = await list(
        (NextToken) => send(new hub.GetEnabledStandardsCommand({ MaxResults: 100, NextToken })),
        next,
        (output) => output.StandardsSubscriptions,
      );
      await Promise.all(
        standards.map(({ StandardsSubscriptionArn }) =>
          list(
            (NextToken) =>
              send(new hub.DescribeStandardsControlsCommand({ StandardsSubscriptionArn, MaxResults: 100, NextToken })),
            next,
            () => [],
          ),
        ),
      );
    };
    // Where the hub is off this throws, and the other calls are not made.
    await send(new hub.DescribeHubCommand({}));
    await Promise.all([
      send(new hub.GetAdministratorAccountCommand({})),
      controls(),
      list(
        (NextToken) => send(new hub.GetInsightsCommand({ MaxResults: 100, NextToken })),
        next,
        () => [],
      ),
    ]);
  },
  async cloudtrail({ of, region }) {
    const send = of(trail.CloudTrailClient);
    const status = async () => {
      const { trailList = [] } = await send(new trail.DescribeTrailsCommand({}));
      await Promise.all(
        trailList
          .filter(({ HomeRegion }) => HomeRegion === region)
          .map(({ TrailARN: Name }) => send(new trail.GetTrailStatusCommand({ Name }))),
      );
    };
    await Promise.all([status(), send(new trail.ListEventDataStoresCommand({ MaxResults: 1000 }))]);
  },
  access_analyzer: ({ of }) =>
    of(analyzer.AccessAnalyzerClient)(new analyzer.ListAnalyzersCommand({ maxResults: 100 })),
  async macie({ of }) {
    const send = of(macie.Macie2Client);
    await send(new macie.GetMacieSessionCommand({}));
    await send(new macie.ListClassificationJobsCommand({ maxResults: 200 }));
    await send(new macie.GetAdministratorAccountCommand({}));
  },
  async inspector({ of }) {
    const send = of(inspector.Inspector2Client);
    await send(new inspector.BatchGetAccountStatusCommand({}));
    await send(new inspector.ListFiltersCommand({ maxResults: 100 }));
    await send(new inspector.GetDelegatedAdminAccountCommand({})).catch((error) => {
      // It has none.
      if (error.name !== 'ResourceNotFoundException') throw error;
    });
  },
};

/** Reads services of a region, each within its limit and all within that of the whole scan. */
function walkRegion({ region, services, client, inAll }) {
  const caps = new Map(services.map((service) => [service, cap(FEWER[service] ?? PER_SERVICE)]));
  const of =
    (service) =>
    (Client, owner = service) => {
      const opened = client(Client);
      return (command) => caps.get(owner)(() => inAll(() => opened.send(command)));
    };
  let filters;
  // Listed once for the two that need them.
  const metricFilters = () => {
    filters ??= pages(
      (nextToken) =>
        of('logs')(logs.CloudWatchLogsClient)(new logs.DescribeMetricFiltersCommand({ limit: 50, nextToken })),
      (output) => output.nextToken,
      (output) => output.metricFilters,
    );
    return filters;
  };
  // A service without a walk is one that the inventories do not have: the scan's call to it is not in the lower bound.
  const walked = services.filter((service) => WALKS[service] !== undefined);
  return walked.map((service) =>
    WALKS[service]({ of: of(service), list: pages, region, metricFilters }).catch((error) => {
      // Macie and Security Hub say "not enabled" by an error.
      if (service !== 'macie' && service !== 'securityhub') throw error;
    }),
  );
}

/** Reads an account: assumes the role, lists its regions, and reads every service in all of them at once. */
async function walk({ roleArn, externalId, services }) {
  const requestHandler = new NodeHttpHandler({});
  const inAll = cap(IN_ALL);
  const clients = [];
  const open = (Client, region, credentials) => {
    const client = new Client({ region, requestHandler, ...(credentials && { credentials }) });
    clients.push(client);
    return client;
  };
  try {
    const sts = open(STSClient, HOME);
    const assume = (ExternalId) =>
      sts.send(new AssumeRoleCommand({ RoleArn: roleArn, ExternalId, RoleSessionName: 'floor' }));
    const [{ Credentials: given }] = await Promise.all([
      assume(externalId),
      assume(`not ${externalId}`.replaceAll(' ', '-')).catch(() => undefined),
    ]);
    const credentials = {
      accessKeyId: given.AccessKeyId,
      secretAccessKey: given.SecretAccessKey,
      sessionToken: given.SessionToken,
    };
    const { Regions } = await open(EC2Client, HOME, credentials).send(new DescribeRegionsCommand({ AllRegions: true }));
    const regions = Regions.filter(({ OptInStatus }) => OptInStatus !== 'not-opted-in').map(
      ({ RegionName }) => RegionName,
    );
    await Promise.all(
      regions.flatMap((region) => {
        const opened = new Map();
        const client = (Client) => {
          if (!opened.has(Client)) opened.set(Client, open(Client, region, credentials));
          return opened.get(Client);
        };
        return walkRegion({ region, services, client, inAll });
      }),
    );
  } finally {
    for (const client of clients) client.destroy();
    requestHandler.destroy();
  }
}

process.on('message', async (task) => {
  const begun = performance.now();
  const cpu = process.cpuUsage();
  try {
    await walk(task);
    const { user, system } = process.cpuUsage(cpu);
    process.send({ ms: performance.now() - begun, cpuMs: (user + system) / 1000 });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});
process.on('disconnect', () => process.exit());
