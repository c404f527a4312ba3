import { GuardDutyClient, ListPublishingDestinationsCommand } from '@aws-sdk/client-guardduty';
import { ListEnabledProductsForImportCommand, SecurityHubClient } from '@aws-sdk/client-securityhub';
import { type CollectorContext, call, everything, ifReadable, pages, unlessRefusedWith } from '../../collector.js';
import { mayTake } from '../eventbridge/event-pattern.js';
import { hasPattern, isEnabled, listEventRules, listTargets } from '../eventbridge/event-rules.js';
import { securityhub } from '../securityhub/service.js';
import { guardduty } from './service.js';

const PAGE = 50;
/** Error codes by which Security Hub says that it is off. */
const HUB_OFF: readonly string[] = ['InvalidAccessException'];
const FINDING = { source: 'aws.guardduty', 'detail-type': 'GuardDuty Finding' } as const;

/**
 * Whether anybody gets a detector's findings: a target of an event rule, Security Hub, or an export to a bucket. Undefined when none was
 * found and one of them could not be read.
 */
export async function hasConsumer(context: CollectorContext, detectorId: string): Promise<boolean | undefined> {
  // One after the other: once there is a consumer, the others need not be asked.
  const answers: (boolean | undefined)[] = [];
  for (const ask of [rulesTakeFindings, hubTakesFindings, findingsAreExported]) {
    const answer = await ifReadable(context, ask(context, detectorId));
    if (answer === true) return true;
    answers.push(answer);
  }
  return answers.includes(undefined) ? undefined : false;
}

async function rulesTakeFindings(context: CollectorContext): Promise<boolean> {
  const { rules } = await listEventRules(context);
  for (const rule of rules) {
    if (!hasPattern(rule) || !isEnabled(rule) || !mayTake(rule.EventPattern ?? '', FINDING)) continue;
    if ((await listTargets(context, rule)).length > 0) return true;
  }
  return false;
}

async function hubTakesFindings(context: CollectorContext): Promise<boolean> {
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
  return products?.some((arn) => arn.endsWith('/aws/guardduty')) === true;
}

async function findingsAreExported(context: CollectorContext, detectorId: string): Promise<boolean> {
  const client = context.session.client(GuardDutyClient, context.region);
  const { Destinations = [] } = await call(context, guardduty, 'ListPublishingDestinations', () =>
    client.send(new ListPublishingDestinationsCommand({ DetectorId: detectorId, MaxResults: PAGE })),
  );
  return Destinations.some(({ Status }) => Status === 'PUBLISHING');
}
