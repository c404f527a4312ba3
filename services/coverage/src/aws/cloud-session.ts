import { setMaxListeners } from 'node:events';
import { DescribeRegionsCommand, EC2Client } from '@aws-sdk/client-ec2';
import type { FoundDetection } from '../cloud/found-detection.js';
import type { SkippedScope } from '../cloud/provider.js';
import { CallFailure, type CloudSession } from '../cloud/provider.js';
import type { Collect, CollectorContext } from './collector.js';
import { collectorOf, isRead } from './collectors.js';
import type { OpenAccount } from './connect.js';
import { isNotOffered } from './not-offered.js';
import type { AwsSession } from './sdk-session.js';
import { AWS_SERVICES } from './services/index.js';

/** An open account for a scan: its regions, the grid, and the detections of a cell. */
export function createCloudSession(
  { session, calls, close }: OpenAccount,
  externalAccountId: string,
  homeRegion: string,
): CloudSession {
  const untilClosed = new AbortController();
  return {
    listScopes: () => listRegions(session, homeRegion, untilClosed.signal),
    cells(regions) {
      session.setRegions(regions);
      return AWS_SERVICES.filter(({ id }) => isRead(id)).flatMap(({ id: service }) =>
        regions.map((scope) => ({ service, scope })),
      );
    },
    collect({ service, scope: region }, signal): AsyncIterable<FoundDetection> {
      // Every call of a cell listens to its signal.
      setMaxListeners(0, signal);
      const { collect = collectNothing } = collectorOf(service);
      return whereOffered(collect, { session, region, externalAccountId, signal });
    },
    async feeds({ service, scope: region }, signal) {
      const { feeds } = collectorOf(service);
      if (feeds === undefined) return null;
      const context = { session, region, externalAccountId, signal };
      return feeds(context).catch(async (error: unknown) => {
        if (await isNotOffered(context, error)) return [];
        throw error;
      });
    },
    async forwards({ service, scope: region }, signal) {
      const { forwards } = collectorOf(service);
      if (forwards === undefined) return null;
      const context = { session, region, externalAccountId, signal };
      return forwards(context).catch(async (error: unknown) => {
        if (await isNotOffered(context, error)) return [];
        throw error;
      });
    },
    calls,
    close() {
      untilClosed.abort(new Error('the session was closed'));
      close();
    },
  };
}

async function* collectNothing(): AsyncGenerator<FoundDetection> {}

/** The detections of a collector; none in a region that does not have its service. */
async function* whereOffered(collect: Collect, context: CollectorContext): AsyncGenerator<FoundDetection> {
  let given = false;
  try {
    for await (const detection of collect(context)) {
      given = true;
      yield detection;
    }
  } catch (error) {
    if (given || !(await isNotOffered(context, error))) throw error;
  }
}

/**
 * The regions that an account can use, and those it has not opted in to.
 * @throws CallFailure when they cannot be listed
 */
export async function listRegions(
  session: AwsSession,
  homeRegion: string,
  signal: AbortSignal,
): Promise<{ readonly enabled: readonly string[]; readonly skipped: readonly SkippedScope[] }> {
  const ec2 = session.client(EC2Client, homeRegion);
  const place = { service: 'ec2', region: homeRegion, operation: 'DescribeRegions' };
  const { Regions: regions = [] } = await session
    .call(place, signal, () => ec2.send(new DescribeRegionsCommand({ AllRegions: true })))
    .catch((error: unknown) => {
      if (!(error instanceof CallFailure) || error.error.kind !== 'access_denied') throw error;
      const message = `The role lacks ec2:DescribeRegions, without which nothing can be scanned: attach the account's permissions_policy to it. AWS said: ${error.message}`;
      throw new CallFailure({ ...error.error, message }, { cause: error });
    });
  const enabled: string[] = [];
  const skipped: SkippedScope[] = [];
  for (const { RegionName: region, OptInStatus: optIn } of regions) {
    if (region === undefined) continue;
    if (optIn === 'not-opted-in') skipped.push({ scope: region, reason: 'not_opted_in' });
    else enabled.push(region);
  }
  return { enabled: enabled.sort(), skipped: skipped.sort((a, b) => (a.scope < b.scope ? -1 : 1)) };
}
