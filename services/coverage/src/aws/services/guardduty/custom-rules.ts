import {
  type AssociationSummary,
  type GuardDutyClient,
  ListCustomDetectionRuleAssociationsCommand,
  ListCustomDetectionRulesCommand,
  type RuleSummary,
} from '@aws-sdk/client-guardduty';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { type CollectorContext, everything, NOT_OFFERED, pages, unlessRefusedWith } from '../../collector.js';
import { regionalArn } from '../../regions.js';
import { ACTIVE, degraded, disabled, type Verdict } from '../../verdict.js';
import { guardduty } from './service.js';

const PAGE = 50;
const TECHNIQUE = /\bT\d{4}(?:\.\d{3})?\b/g;

/** A customer's own detection rules; none in a region that does not offer them. */
export async function listCustomRules(
  context: CollectorContext,
  client: GuardDutyClient,
): Promise<readonly RuleSummary[]> {
  return (await unlessRefusedWith(NOT_OFFERED, listRules(context, client))) ?? [];
}

/** These rules as detections. An association runs a rule live, or dry without findings. `running` says whether GuardDuty itself is on. */
export async function* customRules(
  context: CollectorContext,
  client: GuardDutyClient,
  rules: readonly RuleSummary[],
  running: boolean,
): AsyncGenerator<FoundDetection> {
  if (rules.length === 0) return;
  const associations = running ? await listAssociations(context, client) : [];
  for (const rule of rules) {
    const id = rule.RuleId ?? '';
    const arn =
      rule.Arn ??
      regionalArn(context.region, guardduty.iamPrefix, context.externalAccountId, `custom-detection-rule/${id}`);
    const techniques = (rule.Technique ?? '').match(TECHNIQUE);
    yield {
      key: arn,
      type: 'guardduty_custom_rule',
      scope: context.region,
      name: rule.Name ?? id,
      arn,
      description: rule.Description ?? null,
      managed: false,
      ...(running ? statusOf(associations.filter(({ RuleId }) => RuleId === rule.RuleId)) : disabled('suspended')),
      subject: techniques === null ? { kind: 'none' } : { kind: 'tagged', techniques },
    };
  }
}

function statusOf(associations: readonly AssociationSummary[]): Verdict {
  const now = new Date();
  const modes = associations
    .filter(({ ExpiresAt }) => ExpiresAt === undefined || ExpiresAt > now)
    .map(({ Mode }) => Mode);
  if (modes.includes('LIVE')) return ACTIVE;
  if (modes.includes('DRY_RUN')) return degraded('dry_run');
  return disabled('disabled');
}

function listRules(context: CollectorContext, client: GuardDutyClient): Promise<readonly RuleSummary[]> {
  const listing = pages(
    context,
    guardduty,
    'ListCustomDetectionRules',
    (NextToken) => client.send(new ListCustomDetectionRulesCommand({ MaxResults: PAGE, NextToken })),
    (output) => output.NextToken,
  );
  return everything(listing, (output) => output.Rules);
}

function listAssociations(context: CollectorContext, client: GuardDutyClient): Promise<readonly AssociationSummary[]> {
  const listing = pages(
    context,
    guardduty,
    'ListCustomDetectionRuleAssociations',
    (NextToken) => client.send(new ListCustomDetectionRuleAssociationsCommand({ MaxResults: PAGE, NextToken })),
    (output) => output.NextToken,
  );
  return everything(listing, (output) => output.RuleAssociations);
}
