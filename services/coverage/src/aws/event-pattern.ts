/** What can be said of an event pattern's origin without knowing a single event. */
export interface PatternOrigin {
  /** Whether what it matches comes through CloudTrail, and so only while a trail takes it. */
  readonly cloudTrail: 'always' | 'sometimes' | 'never';
  /** It names calls, and all of them only read: those reach a rule only in the state ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS. */
  readonly readOnly: boolean;
  /** Every source it takes is a service whose calls on data a trail may take without the calls on the account. */
  readonly mayBeData: boolean;
}

/** What is said of a pattern whose events do not depend on the region's trails. */
export const FROM_ELSEWHERE: PatternOrigin = { cloudTrail: 'never', readOnly: false, mayBeData: false };
const CLOUDTRAIL = /CloudTrail/i;
/** CloudTrail's management calls that change nothing, by the beginning of their names; EventBridge makes an exception of two. */
const READS = /^(?:Get|List|Describe)(?!FederationToken$|SessionToken$)/;
/** Calls on data, not on the account: they begin like the above and reach every rule. */
const DATA_READS = /^(?:GetObject|ListObject|GetItem|GetRecords)/;

const DATA_SOURCES: readonly string[] = ['aws.s3', 'aws.dynamodb', 'aws.lambda'];
/** Services whose own events are what a pattern on them wants; of all others it may as well want the calls that CloudTrail records. */
const OWN_EVENTS =
  /^aws\.(?:guardduty|securityhub|inspector2?|macie2?|access-analyzer|config|health|cloudwatch|partner\b)/;
const AWS = /^aws\./;

/** Longer than EventBridge lets a pattern be (4,096 characters). */
const PATTERN_MAX = 16_384;

type Json = Readonly<Record<string, unknown>>;

/** Reads an event pattern (EventBridge's JSON), as far as its origin goes. A text that is no pattern tells nothing. */
export function readOrigin(pattern: string): PatternOrigin {
  if (pattern.length > PATTERN_MAX) return FROM_ELSEWHERE;
  let parsed: unknown;
  try {
    parsed = JSON.parse(pattern);
  } catch {
    return FROM_ELSEWHERE;
  }
  return isObject(parsed) ? originOf(parsed) : FROM_ELSEWHERE;
}

function originOf(pattern: Json): PatternOrigin {
  const { $or: either, ...rest } = pattern;
  if (Array.isArray(either) && either.length > 0) {
    // Alternatives at the top; each holds together with the rest of the pattern.
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
  // Without a detail type, fields that only CloudTrail's records have give it away.
  if ('eventName' in detail || 'eventSource' in detail) return 'always';
  return sources.some((source) => AWS.test(source) && !OWN_EVENTS.test(source)) ? 'sometimes' : 'never';
}

function agree(each: readonly PatternOrigin['cloudTrail'][]): PatternOrigin['cloudTrail'] {
  const [first = 'never'] = each;
  return each.every((one) => one === first) ? first : 'sometimes';
}

function onlyReads(name: unknown): boolean {
  return typeof name === 'string' && READS.test(name) && !DATA_READS.test(name);
}

/** A value of a pattern, or the text of one of its filters that take a beginning, an end or a wildcard; what is excluded tells nothing. */
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
