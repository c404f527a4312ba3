import { WHERE, WHETHER, WHO } from '@tripline/advisory';
import {
  anyObject,
  either,
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  resource,
  type TypeOf,
  text,
  uuid,
  yesOrNo,
} from '@tripline/service';
import { LEVELS, PLATFORM_IDS } from '@tripline/sigma';
import { author, byBackend, note, span, techniqueId } from '../openapi/shared-fields.js';
import { RULE_STATES } from './rule-model.js';

const title = text.example('Encoded PowerShell Downloads A Second Stage');
const event = anyObject;
const events = list(event).example([
  { Image: 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe', CommandLine: 'powershell -enc SQBFAFgA' },
]);

/** Where a detection value comes from: its place in the text, or the named template that brought it. */
const evidence = either(
  object({
    field: text.example('CommandLine'),
    value: text.example('-enc'),
    quote: text,
    start: integer,
    end: integer,
  }),
  object({ field: text, value: text, template: text }),
).id('Evidence');

const attribution = resource('Attribution', {
  who: oneOf(WHO),
  whether: oneOf(WHETHER),
  where: oneOf(WHERE),
  spans: list(span),
}).description('who did what the text describes, whether it was done, where, and the words that say so');

/** What lists of rules show. */
export const headline = {
  title,
  level: oneOf(LEVELS).example('high'),
  platform: nullable(oneOf(PLATFORM_IDS)),
  techniques: list(techniqueId),
} as const;

/** A rule's text, and its queries by backend. */
export const converted = {
  yaml: text
    .description('the Sigma rule; a correlation rule is multi-document, the correlation first')
    .example('title: Encoded PowerShell Downloads A Second Stage\nlogsource:\n  product: windows\n…'),
  conversions: byBackend(text).example({ siem_spl: 'index=* Image="*\\\\powershell.exe" CommandLine="*-enc*"' }),
  notes: byBackend(list(note)).example({}),
} as const;

/** What stands behind a saved rule. */
const proven = {
  evidence: list(evidence),
  tests: object({ match: events, noMatch: events }).description(
    'events the rule matches, and does not; of a rule that counts, a list that makes it fire as a whole',
  ),
  noise: nullable(object({ recordings: integer, of: integer })).description(
    'in how many recordings of everyday logs the rule fires; null where none has its log source',
  ),
  attribution: nullable(attribution).description(
    'who did what the text describes at the evidence; null for a rule that rests on no text',
  ),
} as const;

/** What a rule says, in a generation and in the library alike. */
export const ruleContent = {
  ...headline,
  description: text.example('The script is handed over encoded, and fetches the second stage.'),
  status: text.example('experimental'),
  ...converted,
  ...proven,
} as const;

const row = {
  ruleKey: uuid,
  ...headline,
  state: oneOf(RULE_STATES),
  createdBy: author,
  createdAt: instant,
  source: object({
    inputType: text.example('url'),
    url: nullable(text).example('https://example.com/advisory'),
    title: text.example('A loader that hides in plain sight'),
  }),
} as const;

/** A rule as lists show it. */
export const ruleRow = resource('RuleRow', row);
export type RuleRowResource = TypeOf<typeof ruleRow>;

const version = { version: integer, createdAt: instant, createdBy: author, title } as const;

/** A version of a rule as the rule lists it. */
const listedVersion = resource('ListedVersion', version);
export type ListedVersionResource = TypeOf<typeof listedVersion>;

/** One version of a rule, whole. */
export const ruleVersionResource = resource('RuleVersion', { ruleKey: uuid, ...version, ...ruleContent });
export type RuleVersionResource = TypeOf<typeof ruleVersionResource>;

/** A rule of the library, in its newest version. */
export const ruleResource = resource('Rule', {
  ...row,
  ...ruleContent,
  versions: list(listedVersion),
});
export type RuleResource = TypeOf<typeof ruleResource>;

/** What deleting rules came to. */
export const ruleDeletion = resource('RuleDeletion', {
  deleted: integer.example(3),
  freedBytes: integer.description('what is stored less').example(48_211),
  more: yesOrNo.description('whether rules of the filter are left').example(false),
});
export type RuleDeletion = TypeOf<typeof ruleDeletion>;
