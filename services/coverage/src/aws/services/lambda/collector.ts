import {
  type FunctionConfiguration,
  LambdaClient,
  ListFunctionsCommand,
  ListTagsCommand,
} from '@aws-sdk/client-lambda';
import type { DetectionSubject } from '../../../cloud/detection-model.js';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { attempt } from '../../attempt.js';
import { type CollectorContext, call, everything, forEach, isDenied, pages } from '../../collector.js';
import { best, disabled } from '../../verdict.js';
import { alarmFeeds, type Feed, logFeeds, ruleFeeds } from './feeds.js';
import { lambda } from './service.js';

const PAGE = 50;
/** A tag with the techniques that a function looks for, where only its code could tell. */
const TECHNIQUES_TAG = 'tripline:techniques';
const TECHNIQUE = /\bT\d{4}(?:\.\d{3})?\b/g;

/** Lambda: functions that get events from event rules or alarms, or the lines of watched logs. All others are not detections. */
export async function* collect(context: CollectorContext): AsyncGenerator<FoundDetection> {
  const read = await Promise.all([ruleFeeds, alarmFeeds, logFeeds].map((feeds) => attempt(context, feeds(context))));
  const failures = read.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  const feeds = read.flatMap((one) => ('value' in one ? one.value : []));
  // Without feeds there is no reason to call Lambda.
  if (feeds.length === 0 && failures.length === 0) return;
  const functions = await listFunctions(context);
  if (functions.length === 0) return;
  // With only some of the feeds the functions would be shown wrongly. After a failure that may pass, they stay as the last scan saw them.
  if (failures.every(isDenied)) yield* fedFunctions(context, functions, feeds);
  if (failures.length > 0) throw failures[0];
}

/** A function with its feeds. */
interface Fed {
  readonly config: FunctionConfiguration;
  readonly feeds: readonly Feed[];
}

async function* fedFunctions(
  context: CollectorContext,
  functions: readonly FunctionConfiguration[],
  feeds: readonly Feed[],
): AsyncGenerator<FoundDetection> {
  const fed = functions.flatMap((config): Fed[] => {
    const own = feeds.filter(({ functionArn }) => functionArn === config.FunctionArn);
    return own.length === 0 ? [] : [{ config, feeds: own }];
  });
  const { done: techniques, failure } = await forEach(fed, (one) => taggedTechniques(context, one));
  for (const one of fed) {
    const tagged = techniques.get(one) ?? (isDenied(failure) ? [] : undefined);
    if (tagged !== undefined) yield detection(context, one, tagged);
  }
  if (failure !== undefined) throw failure;
}

/** Techniques in a function's tag; read only for functions that get log lines, since the feeds of the others say enough. */
async function taggedTechniques(context: CollectorContext, { config, feeds }: Fed): Promise<readonly string[]> {
  if (!feeds.some(({ raw }) => raw)) return [];
  const client = context.session.client(LambdaClient, context.region);
  const { Tags: tags = {} } = await call(context, lambda, 'ListTags', () =>
    client.send(new ListTagsCommand({ Resource: config.FunctionArn })),
  );
  return [...new Set(tags[TECHNIQUES_TAG]?.match(TECHNIQUE))].sort();
}

function listFunctions(context: CollectorContext): Promise<readonly FunctionConfiguration[]> {
  const client = context.session.client(LambdaClient, context.region);
  const listing = pages(
    context,
    lambda,
    'ListFunctions',
    (Marker) => client.send(new ListFunctionsCommand({ MaxItems: PAGE, Marker })),
    (output) => output.NextMarker,
  );
  return everything(listing, (output) => output.Functions);
}

function detection(
  { region }: CollectorContext,
  { config, feeds }: Fed,
  techniques: readonly string[],
): FoundDetection {
  const { FunctionArn: arn = '', FunctionName: name = arn } = config;
  const verdict = best(feeds.map((feed) => feed.verdict)) ?? disabled('not_feeding');
  // Feeds that are off, or partly so, add nothing to feeds that are on.
  const counting = feeds.filter((feed) => feed.verdict.status === verdict.status);
  return {
    key: arn,
    type: 'lambda_detection',
    scope: region,
    name,
    arn,
    description: config.Description || null,
    managed: false,
    ...(config.State === 'Failed' ? disabled('disabled') : verdict),
    // What one feed sees alone is not what another looks for.
    seenScopes: counting.every(({ seen }) => seen !== null) ? (counting[0]?.seen ?? null) : null,
    subject: { kind: 'fed_by', subjects: subjectsOf(counting, techniques) },
  };
}

/** The subjects of a function's feeds, each once and in an order that is the same in every scan. */
function subjectsOf(feeds: readonly Feed[], techniques: readonly string[]): readonly DetectionSubject[] {
  const subjects: DetectionSubject[] = feeds.map(({ subject }) => subject);
  if (techniques.length > 0 && feeds.some(({ raw }) => raw)) subjects.push({ kind: 'tagged', techniques });
  const byText = new Map(subjects.map((subject) => [JSON.stringify(subject), subject]));
  byText.delete(JSON.stringify({ kind: 'none' }));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, subject]) => subject);
}
