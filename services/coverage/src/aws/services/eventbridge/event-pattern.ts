import { isNamedAsAwsDataEvent, isWithheldFromRules } from '@tripline/attack';
import { matchesWildcard } from '../../../mapping/wildcard.js';

/** What a pattern says about the origin of its events. */
export interface PatternOrigin {
  /** Whether its events come through CloudTrail, and so only while a trail records them. */
  readonly cloudTrail: 'always' | 'sometimes' | 'never';
  /** Whether it names calls that all only read; those reach a rule only in the state ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS. */
  readonly readOnly: boolean;
  /** Whether every source in it is a service whose data events a trail may record without management events. */
  readonly mayBeData: boolean;
}

/** The origin of a pattern whose events do not depend on the region's trails. */
export const FROM_ELSEWHERE: PatternOrigin = { cloudTrail: 'never', readOnly: false, mayBeData: false };
const CLOUDTRAIL = /CloudTrail/i;

const DATA_SOURCES: readonly string[] = ['aws.s3', 'aws.dynamodb', 'aws.lambda'];
/** Services whose own events a pattern on them looks for; a pattern on any other may look for calls that CloudTrail records. */
const OWN_EVENTS =
  /^aws\.(?:guardduty|securityhub|inspector2?|macie2?|access-analyzer|config|health|cloudwatch|partner\b)/;
const AWS = /^aws\./;

/** Longer than any pattern that EventBridge accepts (4,096 characters). */
const PATTERN_MAX = 16_384;

type Json = Readonly<Record<string, unknown>>;

/** Whether a pattern takes events with these values of top-level fields; what it asks of their details may let only some through. */
export function mayTake(pattern: string, event: Readonly<Record<string, string>>): boolean {
  const parsed = parse(pattern);
  return parsed !== undefined && takes(parsed, event);
}

function takes({ $or: either, ...fields }: Json, event: Readonly<Record<string, string>>): boolean {
  const own = Object.entries(event).every(([name, value]) => {
    const tests = fields[name];
    return !Array.isArray(tests) || tests.some((test) => takesValue(test, value));
  });
  if (!own || !Array.isArray(either)) return own;
  return either.some((alternative) => isObject(alternative) && takes(alternative, event));
}

/** Whether one test of a pattern takes a value. Exclusions take what they do not name. */
function takesValue(test: unknown, value: string): boolean {
  if (typeof test === 'string') return test === value;
  if (!isObject(test)) return false;
  const excluded = test['anything-but'];
  if (excluded !== undefined) {
    const list: readonly unknown[] = Array.isArray(excluded) ? excluded : [excluded];
    return !list.some((one) => takesValue(one, value));
  }
  const { prefix, suffix, wildcard } = test;
  if (typeof prefix === 'string') return value.startsWith(prefix);
  if (typeof suffix === 'string') return value.endsWith(suffix);
  if (typeof wildcard === 'string') return matchesWildcard(wildcard, value);
  const same = test['equals-ignore-case'];
  return typeof same === 'string' ? same.toLowerCase() === value.toLowerCase() : test['exists'] === true;
}

/** Reads the origin of an event pattern (EventBridge's JSON). Text that is not a pattern says nothing. */
export function readOrigin(pattern: string): PatternOrigin {
  const parsed = parse(pattern);
  return parsed === undefined ? FROM_ELSEWHERE : originOf(parsed);
}

/** A pattern as JSON; undefined for text that is none. */
function parse(pattern: string): Json | undefined {
  if (pattern.length > PATTERN_MAX) return undefined;
  try {
    const parsed: unknown = JSON.parse(pattern);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function originOf(pattern: Json): PatternOrigin {
  const { $or: either, ...rest } = pattern;
  if (Array.isArray(either) && either.length > 0) {
    // Alternatives at the top; each applies together with the rest of the pattern.
    const each = either.map((alternative) => originOf({ ...rest, ...(isObject(alternative) ? alternative : {}) }));
    return {
      cloudTrail: agree(each.map((origin) => origin.cloudTrail)),
      readOnly: each.every((origin) => origin.readOnly),
      mayBeData: each.every((origin) => origin.mayBeData),
    };
  }
  const detail = isObject(pattern['detail']) ? pattern['detail'] : {};
  const names = detail['eventName'];
  const sources = Array.isArray(pattern['source']) ? pattern['source'].map(textOf) : [];
  return {
    cloudTrail: cloudTrailOf(pattern['detail-type'], detail, sources),
    readOnly: Array.isArray(names) && names.length > 0 && names.every(onlyReads),
    mayBeData: sources.length > 0 && sources.every((source) => DATA_SOURCES.includes(source)),
  };
}

function cloudTrailOf(detailTypes: unknown, detail: Json, sources: readonly string[]): PatternOrigin['cloudTrail'] {
  if (Array.isArray(detailTypes) && detailTypes.length > 0) {
    return agree(detailTypes.map((type) => (CLOUDTRAIL.test(textOf(type)) ? 'always' : 'never')));
  }
  // Without a detail type, fields that only CloudTrail's records have decide.
  if ('eventName' in detail || 'eventSource' in detail) return 'always';
  return sources.some((source) => AWS.test(source) && !OWN_EVENTS.test(source)) ? 'sometimes' : 'never';
}

function agree(each: readonly PatternOrigin['cloudTrail'][]): PatternOrigin['cloudTrail'] {
  const [first = 'never'] = each;
  return each.every((one) => one === first) ? first : 'sometimes';
}

function onlyReads(name: unknown): boolean {
  return typeof name === 'string' && isWithheldFromRules(name) && !isNamedAsAwsDataEvent(name);
}

/** A value of a pattern, or the text of a prefix, suffix or wildcard filter; exclusions say nothing. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return '';
  const text = value['prefix'] ?? value['suffix'] ?? value['wildcard'] ?? value['equals-ignore-case'];
  if (typeof text === 'string') return text;
  const ignoringCase = isObject(text) ? text['equals-ignore-case'] : undefined;
  return typeof ignoringCase === 'string' ? ignoringCase : '';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
