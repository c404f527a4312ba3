import {
  type ConfigRule,
  ConfigServiceClient,
  DescribeConfigRulesCommand,
  DescribeConformancePacksCommand,
} from '@aws-sdk/client-config-service';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { type Attempt, attempt } from '../../attempt.js';
import { type CollectorContext, everything, pages } from '../../collector.js';
import { regionalArn } from '../../regions.js';
import { ACTIVE, degraded, disabled, unread, type Verdict } from '../../verdict.js';
import { complianceOf } from './compliance.js';
import { recordedTypes, recorderStatus } from './recorders.js';
import { config } from './service.js';

/** The largest page of conformance packs; pages of rules always have 25. */
const PACKS_PER_PAGE = 20;
/** The end of a rule's name that has the id of its conformance pack. */
const OF_PACK = /-(conformance-pack-[a-z0-9]+)$/;

/** AWS Config: its rules, with those of conformance packs, and whether the recorder feeds them. */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const rules = await listRules(context);
  if (rules.length === 0) return;
  const feed = await attempt(context, readFeed(context, rules));
  const packs = await attempt(context, packNames(context, rules));
  const compliance = await complianceOf(context, rules);
  for (const rule of rules) {
    const verdict = verdictOf(rule, feed);
    const description = describe(rule, packs);
    if (verdict === undefined || description === undefined) continue;
    const result = compliance.get(rule.ConfigRuleName ?? '') ?? null;
    yield { ...detection(context, rule, verdict, description), compliance: result };
  }
  const failure = feed.failure ?? packs.failure;
  if (failure !== undefined) throw failure;
}

/** What the recorder provides for the rules. */
interface Feed {
  readonly state: 'running' | 'failing' | 'stopped';
  readonly records: (type: string) => boolean;
}

const EVERYTHING = (): boolean => true;

async function readFeed(context: CollectorContext, rules: readonly ConfigRule[]): Promise<Feed> {
  const status = await recorderStatus(context);
  if (status?.recording !== true) return { state: 'stopped', records: EVERYTHING };
  const scoped = rules.some((rule) => typesOf(rule).length > 0);
  return {
    state: status.lastStatus === 'Failure' ? 'failing' : 'running',
    records: scoped ? await recordedTypes(context) : EVERYTHING,
  };
}

function verdictOf(rule: ConfigRule, feed: Attempt<Feed>): Verdict | undefined {
  if (rule.ConfigRuleState === 'DELETING') return disabled('deleting');
  const modes = rule.EvaluationModes ?? [];
  // Such a rule only checks templates that somebody submits, never existing resources.
  if (modes.length > 0 && modes.every(({ Mode }) => Mode === 'PROACTIVE')) return disabled('not_feeding');
  return 'value' in feed ? fedVerdict(rule, feed.value) : unread(feed.failure);
}

function fedVerdict(rule: ConfigRule, { state, records }: Feed): Verdict {
  if (state === 'stopped') {
    // Changes are no longer recorded; periodic rules still run.
    const runsByClock = rule.MaximumExecutionFrequency !== undefined;
    return runsByClock ? degraded('recorder_stopped') : disabled('recorder_stopped');
  }
  const types = typesOf(rule);
  const recorded = types.filter(records).length;
  if (types.length > 0 && recorded === 0) return disabled('not_feeding');
  return state === 'failing' || recorded < types.length ? degraded('not_feeding') : ACTIVE;
}

function typesOf({ Scope: scope }: ConfigRule): readonly string[] {
  return scope?.ComplianceResourceTypes ?? [];
}

function listRules(context: CollectorContext): Promise<readonly ConfigRule[]> {
  const client = context.session.client(ConfigServiceClient, context.region);
  const listing = pages(
    context,
    config,
    'DescribeConfigRules',
    (NextToken) => client.send(new DescribeConfigRulesCommand({ NextToken })),
    (output) => output.NextToken,
  );
  return everything(listing, (output) => output.ConfigRules);
}

/** Names of the conformance packs by id; not requested when no rule belongs to one. */
async function packNames(
  context: CollectorContext,
  rules: readonly ConfigRule[],
): Promise<ReadonlyMap<string, string>> {
  if (!rules.some((rule) => packOf(rule) !== undefined)) return new Map();
  const client = context.session.client(ConfigServiceClient, context.region);
  const listing = pages(
    context,
    config,
    'DescribeConformancePacks',
    (NextToken) => client.send(new DescribeConformancePacksCommand({ Limit: PACKS_PER_PAGE, NextToken })),
    (output) => output.NextToken,
  );
  const packs = await everything(listing, (output) => output.ConformancePackDetails);
  return new Map(packs.map(({ ConformancePackId: id = '', ConformancePackName: name = id }) => [id, name]));
}

function packOf({ ConfigRuleName: name = '' }: ConfigRule): string | undefined {
  return OF_PACK.exec(name)?.[1];
}

/** A rule's description with its conformance pack; undefined when the pack could not be read this time. */
function describe(rule: ConfigRule, packs: Attempt<ReadonlyMap<string, string>>): string | null | undefined {
  const own = rule.Description ?? null;
  const pack = packOf(rule);
  if (pack === undefined) return own;
  if (!('value' in packs) && unread(packs.failure) === undefined) return undefined;
  const name = 'value' in packs ? (packs.value.get(pack) ?? pack) : pack;
  return [`Of conformance pack ${name}`, ...(own === null ? [] : [own])].join(': ');
}

function detection(
  { region, externalAccountId }: CollectorContext,
  rule: ConfigRule,
  verdict: Verdict,
  description: string | null,
): FoundDetection {
  const { ConfigRuleName: name = '', ConfigRuleId: id = name, Source: source } = rule;
  const arn = rule.ConfigRuleArn ?? regionalArn(region, config.iamPrefix, externalAccountId, `config-rule/${id}`);
  const managed = source?.Owner === 'AWS';
  return {
    key: arn,
    type: 'config_rule',
    scope: region,
    name,
    arn,
    description,
    managed,
    ...verdict,
    subject: { kind: 'config_rule', identifier: managed ? (source?.SourceIdentifier ?? null) : null },
  };
}
