import { partsBetween } from '../characters.js';
import type { Note } from '../convert/note.js';
import { SigmaError } from '../model/error.js';
import type { Logsource, SigmaCollection, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { writtenOf } from '../parse/written.js';
import type { RuleObject, RuleValue } from '../write/rule-object.js';
import { stringifySigma } from '../write/stringify.js';
import { importId } from './counted.js';
import { departureOf } from './departure.js';
import { identitySentence, type RuleIdentity } from './identity.js';
import { NotCounted } from './not-counted.js';
import { negationNotes, readableDetection } from './security-analytics-condition.js';

/**
 * The modifiers that Security Analytics knows; it refuses a rule with any other.
 * @see https://github.com/opensearch-project/security-analytics (rules/modifiers/SigmaModifierFacade.java)
 */
const MODIFIERS = new Set([
  ...['contains', 'startswith', 'endswith', 'base64', 'base64offset', 'wide', 'windash'],
  ...['re', 'cidr', 'all', 'lt', 'lte', 'gt', 'gte'],
]);

/**
 * Security Analytics' log types by what a log source has of Sigma's, the first that fits.
 * @see https://docs.opensearch.org/latest/security-analytics/log-types-reference/index/
 */
const LOG_TYPES: readonly (readonly [Logsource, string])[] = [
  [{ product: 'windows' }, 'windows'],
  [{ product: 'linux' }, 'linux'],
  [{ product: 'macos' }, 'others_macos'],
  [{ product: 'aws', service: 'cloudtrail' }, 'cloudtrail'],
  [{ product: 'aws' }, 'others_cloud'],
  [{ product: 'gcp', service: 'google_workspace.admin' }, 'gworkspace'],
  [{ product: 'gcp' }, 'others_cloud'],
  [{ product: 'azure' }, 'azure'],
  [{ product: 'm365' }, 'm365'],
  [{ product: 'okta' }, 'okta'],
  [{ product: 'github' }, 'github'],
  [{ product: 'zeek' }, 'network'],
  [{ product: 'cisco' }, 'network'],
  [{ service: 'apache' }, 'apache_access'],
  [{ category: 'webserver' }, 'others_web'],
  [{ category: 'proxy' }, 'others_proxy'],
  [{ category: 'dns' }, 'dns'],
  [{ category: 'firewall' }, 'network'],
];

/** The log type whose detectors run a rule. */
export function logTypeOf(document: SigmaRule | SigmaCorrelation): string {
  const logsource: Logsource = document.kind === 'rule' ? document.logsource : {};
  const found = LOG_TYPES.find(([asked]) =>
    (['product', 'category', 'service'] as const).every(
      (part) => asked[part] === undefined || asked[part] === logsource[part]?.toLowerCase(),
    ),
  );
  return found?.[1] ?? 'others_application';
}

/**
 * The rule as OpenSearch's Security Analytics takes it: its own YAML, with what that parser demands (a UUID, a level, a status, a description
 * and an author), a title of the characters that it allows, and conditions that it reads whole.
 * @throws SigmaError for a modifier that it does not know, a number that it does not read, or a filter
 * @throws NotCounted for a correlation or a rule that counts, since it takes rules on single events
 */
export function toSecurityAnalytics(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  identity: RuleIdentity,
): { readonly text: string; readonly notes: readonly Note[] } {
  if (document.kind === 'correlation' || document.conditions.some(({ aggregation }) => aggregation !== undefined))
    throw new NotCounted('Security Analytics takes rules on single events');
  const original = collection.documents.find((each) => each.document === document.document);
  const own = writtenOf(document);
  const [written, filter] = own.length > 0 || original === undefined ? own : writtenOf(original);
  if (written === undefined) throw refusal(document, 'the rule was not read from YAML');
  if (filter !== undefined) throw refusal(document, 'Security Analytics has no filters: put the filter into the rule');
  const { detection } = written as RuleObject;
  const unknown = modifiersIn(detection).find((modifier) => !MODIFIERS.has(modifier));
  if (unknown !== undefined) throw refusal(document, `Security Analytics does not know the modifier "${unknown}"`);
  const unread = numbersIn(detection).find((number) => !isInteger32(number));
  if (unread !== undefined)
    throw refusal(
      document,
      `Security Analytics reads whole numbers of 32 bits, not ${unread}, and would leave out the test`,
    );
  const notes = negationNotes(document);
  const { description = document.title } = document;
  const remark = departureOf(document, notes)?.remark;
  const rule: RuleObject = {
    ...(written as RuleObject),
    ...listsOf(document),
    ...datesOf(written as RuleObject),
    detection: readableDetection(document, detection as RuleObject),
    title: allowedTitle(document.title),
    id: importId(document, 'opensearch'),
    status: document.status ?? 'experimental',
    description: [description.trimEnd(), remark, identitySentence(identity)].filter(Boolean).join('\n\n'),
    author: document.author ?? 'Unknown',
    level: document.level ?? 'medium',
  };
  return { text: stringifySigma(rule), notes };
}

/** Keys that Sigma takes with one text too, and Security Analytics with a list alone. */
const LISTS = ['references', 'tags', 'fields', 'falsepositives'] as const;

function listsOf(document: SigmaRule): RuleObject {
  return Object.fromEntries(LISTS.map((key) => [key, document[key].length === 0 ? undefined : document[key]]));
}

/**
 * Its parser takes a day as a text, with slashes in every version; one with hyphens is a day to its YAML already, of which nothing is left or which it refuses.
 * @see https://github.com/opensearch-project/security-analytics (rules/objects/SigmaRule.java)
 */
function datesOf(written: RuleObject): RuleObject {
  const dates = ['date', 'modified'].filter((key) => typeof written[key] === 'string');
  return Object.fromEntries(dates.map((key) => [key, String(written[key]).replaceAll('-', '/')]));
}

function refusal({ document }: SigmaRule, message: string): SigmaError {
  return new SigmaError('InvalidDetection', message, { document, path: 'detection' });
}

/** A name may not begin with `_`, `+` or `-`, nor have `..` or one of `* ? < > | # ^ \`. */
function allowedTitle(title: string): string {
  const allowed = partsBetween(title, '*?<>|#^\\')
    .join('-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[_+\-\s]+/, '');
  return allowed === '' ? 'Sigma rule' : allowed;
}

/** The modifiers behind the names of fields, in all selections. */
function modifiersIn(value: RuleValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(modifiersIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => [...key.split('|').slice(1), ...modifiersIn(inner)]);
}

/** The numbers among the values of all selections. */
function numbersIn(value: RuleValue | bigint): readonly (number | bigint)[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(numbersIn);
}

/** Its parser has numbers as Java's Integer; others are none of the types of values that it knows. */
function isInteger32(number: number | bigint): boolean {
  return typeof number === 'number' && (number | 0) === number;
}
