import {
  GetAdministratorAccountCommand,
  GuardDutyClient,
  ListPublishingDestinationsCommand,
} from '@aws-sdk/client-guardduty';
import { ListEnabledProductsForImportCommand, SecurityHubClient } from '@aws-sdk/client-securityhub';
import { type CollectorContext, call, everything, ifReadable, pages, unlessRefusedWith } from '../../collector.js';
import { mayTake } from '../eventbridge/event-pattern.js';
import { type Way, waysFromDefaultBus } from '../eventbridge/ways.js';
import { securityhub } from '../securityhub/service.js';
import { guardduty } from './service.js';

const PAGE = 50;
/** Error codes by which Security Hub says that it is off. */
const HUB_OFF: readonly string[] = ['InvalidAccessException'];
const FINDING = { source: 'aws.guardduty', 'detail-type': 'GuardDuty Finding' } as const;

/** A way that takes every finding to somebody, and one of which nobody knows whether it does. */
const EVERYTHING: Way = { patterns: [], end: 'heard' };
const UNSURE: Way = { patterns: [], end: 'unsure' };

/**
 * The ways of a detector's findings to somebody: event rules with their targets, Security Hub, an export to a bucket. They are asked for
 * one after the other, until `enough` says that nothing is left for the others to take.
 */
export async function waysOfFindings(
  context: CollectorContext,
  detectorId: string,
  enough: (ways: readonly Way[]) => boolean,
): Promise<readonly Way[]> {
  const ways: Way[] = [];
  for (const ask of [throughRules, throughHub, throughExport]) {
    ways.push(...((await ifReadable(context, ask(context, detectorId))) ?? [UNSURE]));
    if (enough(ways)) return ways;
  }
  return ways;
}

/** The administrator account that gets the findings of a member; undefined for an account that has none, or is it itself. */
export async function administratorOf(context: CollectorContext, detectorId: string): Promise<string | undefined> {
  const client = context.session.client(GuardDutyClient, context.region);
  const { Administrator: administrator } = await call(context, guardduty, 'GetAdministratorAccount', () =>
    client.send(new GetAdministratorAccountCommand({ DetectorId: detectorId })),
  );
  return administrator?.RelationshipStatus === 'Enabled' ? administrator.AccountId : undefined;
}

function throughRules(context: CollectorContext): Promise<readonly Way[]> {
  return waysFromDefaultBus(context, (pattern) => mayTake(pattern, FINDING));
}

async function throughHub(context: CollectorContext): Promise<readonly Way[]> {
  const client = context.session.client(SecurityHubClient, context.region);
  const listing = pages(
    context,
    securityhub,
    'ListEnabledProductsForImport',
    (NextToken) => client.send(new ListEnabledProductsForImportCommand({ MaxResults: 100, NextToken })),
    (output) => output.NextToken,
  );
  const products = await unlessRefusedWith(
    HUB_OFF,
    everything(listing, (output) => output.ProductSubscriptions),
  );
  return products?.some((arn) => arn.endsWith('/aws/guardduty')) === true ? [EVERYTHING] : [];
}

async function throughExport(context: CollectorContext, detectorId: string): Promise<readonly Way[]> {
  const client = context.session.client(GuardDutyClient, context.region);
  const { Destinations = [] } = await call(context, guardduty, 'ListPublishingDestinations', () =>
    client.send(new ListPublishingDestinationsCommand({ DetectorId: detectorId, MaxResults: PAGE })),
  );
  return Destinations.some(({ Status }) => Status === 'PUBLISHING') ? [EVERYTHING] : [];
}
