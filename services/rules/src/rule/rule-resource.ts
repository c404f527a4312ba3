import { TLP_MARKS, WHERE, WHETHER, WHO } from '@tripline/advisory';
import { json, type TypeOf } from '@tripline/service';
import { LEVELS, PLATFORM_IDS } from '@tripline/sigma';
import { author, byBackend, note, ownerKind, span, techniqueId } from '../openapi/shared-fields.js';

/** The states of a rule's life. */
export const RULE_STATES = ['draft', 'accepted', 'rejected', 'deployed'] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** Why a rule is rejected. */
export const REJECTION_CODES = ['too_noisy', 'duplicate', 'no_such_log', 'wrong', 'other'] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

const title = json.text.example('Encoded PowerShell Downloads A Second Stage');
const event = json.anyObject;
const events = json.list(event).example([
  {
    Image: 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    CommandLine: 'powershell -enc SQBFAFgA',
  },
]);

/** Where a detection value comes from: its place in the text, or the named template that brought it. */
const evidence = json
  .either(
    json.object({
      field: json.text.example('CommandLine'),
      value: json.text.example('-enc'),
      quote: json.text,
      start: json.integer,
      end: json.integer,
    }),
    json.object({ field: json.text, value: json.text, template: json.text }),
  )
  .id('Evidence');

const attribution = json
  .resource('Attribution', {
    who: json.oneOf(WHO),
    whether: json.oneOf(WHETHER),
    where: json.oneOf(WHERE),
    spans: json.list(span),
  })
  .description('who did what the text describes, whether it was done, where, and the words that say so');

/** What lists of rules show. */
export const headline = {
  title,
  level: json.closedOneOf(LEVELS).example('high'),
  platform: json.nullable(json.oneOf(PLATFORM_IDS)),
  techniques: json.list(techniqueId),
} as const;

/** A rule's text, and its queries by backend. */
export const queries = {
  yaml: json.text
    .description('the Sigma rule; a correlation rule is multi-document, the correlation first')
    .example('title: Encoded PowerShell Downloads A Second Stage\nlogsource:\n  product: windows\n…'),
  conversions: byBackend(json.text).example({ siem_spl: 'index=* Image="*\\\\powershell.exe" CommandLine="*-enc*"' }),
  notes: byBackend(json.list(note)).example({}),
} as const;

/** What stands behind a saved rule. */
const proven = {
  evidence: json.list(evidence),
  tests: json
    .object({ match: events, noMatch: events })
    .description(
      'events that the rule matches and events that it does not; for a rule that counts, one list of events that makes it fire',
    ),
} as const;

/** What versions lack that were saved before the field was there. Null stands for it in them, so each of these may be null. */
const addedLater = {
  noise: json
    .nullable(json.object({ recordings: json.integer, of: json.integer }))
    .description('in how many recordings of everyday logs the rule fires; null where none has its log source'),
  log: json
    .nullable(json.text)
    .description(
      'the log that shows it, by its id in the table of logs; null where the table has none of its log source',
    )
    .example('windows/security'),
  tlp: json
    .nullable(json.oneOf(TLP_MARKS))
    .description('to whom the rule may be handed on, by its tags; null where none says it')
    .example(null),
  attribution: json
    .nullable(attribution)
    .description('who did what the text describes at the evidence; null for a rule that is not based on a text'),
} as const;

/** What a rule says, in a generation and in the library alike. */
export const ruleContent = {
  ...headline,
  description: json.text.example('The script is handed over encoded, and fetches the second stage.'),
  status: json.text.example('experimental'),
  ...queries,
  ...proven,
  ...addedLater,
} as const;

/** The content of one version of a rule. It has each field of {@link ruleContent}, and is saved and answered as a whole. */
export type RuleContent = TypeOf<ReturnType<typeof json.object<typeof ruleContent>>>;

/** The content of a version as it was saved, perhaps by an earlier release. */
export type SavedContent = Omit<RuleContent, keyof typeof addedLater> &
  Partial<Pick<RuleContent, keyof typeof addedLater>>;

const ABSENT = Object.fromEntries(Object.keys(addedLater).map((name) => [name, null])) as Record<
  keyof typeof addedLater,
  null
>;

/** A saved content with null for every field that is younger than it. Fields keep the order in which they were saved. */
export const wholeContent = (saved: SavedContent): RuleContent => ({ ...saved, ...ABSENT, ...saved });

/** Whether conversions are older than the pipeline that they are to be made with. */
export const stale = json.yesOrNo
  .description(
    'whether its conversions were made before the default pipeline of its owner became another; reading it makes them anew, unless the engine has no room',
  )
  .example(false);

/** Which pipeline conversions were made with. */
const pipelineMark = json.object({ id: json.uuid, sha256: json.text });
export type PipelineMark = TypeOf<typeof pipelineMark>;

/** How the conversions of a version were made. */
const made = {
  stale,
  pipeline: json.nullable(pipelineMark).description('which pipeline its conversions were made with; null for none'),
} as const;

/** What a rule was made from. */
export const source = json.object({
  inputType: json.text.example('url'),
  url: json.nullable(json.text).example('https://example.com/advisory'),
  title: json.text.example('A loader that hides in plain sight'),
});

/** Who decided on a rule, when, and why. */
const decision = json.object({
  state: json.oneOf(RULE_STATES).example('rejected'),
  reason: json
    .nullable(
      json.object({
        code: json.oneOf(REJECTION_CODES).example('too_noisy'),
        words: json.nullable(json.text).example('Our deployment tool does this every night.'),
      }),
    )
    .description('why it was rejected; null where nobody said, and for other states'),
  at: json.instant,
  by: author,
});
export type RuleDecisionResource = TypeOf<typeof decision>;

/** How far a rule is, and the decision that brought it there. */
export const standing = {
  state: json.oneOf(RULE_STATES),
  decision: json
    .nullable(decision)
    .description('null for a draft, and for a state that was set before decisions were kept'),
} as const;

const row = {
  ruleKey: json.uuid,
  ...headline,
  ...standing,
  owner: ownerKind,
  createdBy: author,
  createdAt: json.instant,
  updatedAt: json.instant.description('when its text or its state last changed'),
  stale,
  source,
} as const;

/** Where a search found a rule, beside its title and its advisory's. */
export const foundResource = json.object({
  in: json.oneOf(['value', 'description']),
  text: json.text.example('vssadmin delete shadows /all /quiet'),
});

/** What a list tells of a rule's content for whoever asks for it. */
const measures = {
  noise: addedLater.noise,
  testEvents: json
    .nullable(json.object({ match: json.integer.example(1), noMatch: json.integer.example(2) }))
    .description(
      'with `measures`: with how many events the rule is proven that it matches, and with how many that it does not; null otherwise',
    ),
} as const;
const measured = json.object(measures);
export type RuleMeasuresResource = TypeOf<typeof measured>;

/** A rule's text with events that it matches: what a comparison with the rules of SIEMs takes. */
const ruleText = json.object({
  yaml: json.text,
  events: events.description('test events that it matches'),
});
export type RuleTextResource = TypeOf<typeof ruleText>;

/** A rule as lists show it. */
const ruleRow = json.resource('RuleRow', {
  ...row,
  noise: measures.noise,
  testEvents: measures.testEvents,
  sigma: json
    .nullable(ruleText)
    .description(
      'with `sigma`: its text and the events that it matches; null otherwise, and where these are longer than 64 KB',
    ),
  found: json
    .nullable(foundResource)
    .description(
      'the value or the part of the description that has words of `q`; null where title or advisory have them all, or names that lists do not show',
    ),
});
/** The same without what only a search tells. */
const plainRow = json.object(row);
export type RuleRowResource = TypeOf<typeof plainRow>;

const valueCounts = json.list(json.object({ value: json.text.example('high'), count: json.integer.example(12) }));

/** A page of a list of rules. */
export const ruleListResource = json.object({
  rules: json.list(ruleRow),
  nextCursor: json.nextCursor,
  total: json.integer.description('how many rules fit, counted up to 10,000').example(42),
  moreThanTotal: json.yesOrNo.description('whether there are more than were counted').example(false),
  counts: json
    .nullable(json.object({ level: valueCounts, platform: valueCounts, state: valueCounts }))
    .description(
      'with `counts`: how many rules the list would have with each value in place of the one that it is narrowed to; null otherwise, and where more than 10,000 would have to be counted',
    ),
});
export type RuleListResource = TypeOf<typeof ruleListResource>;

const version = { version: json.integer, createdAt: json.instant, createdBy: author, title } as const;

/** A version of a rule as the rule lists it. */
const listedVersion = json.resource('ListedVersion', version);

/** One version of a rule, whole. */
export const ruleVersionResource = json.resource('RuleVersion', {
  ruleKey: json.uuid,
  ...version,
  ...ruleContent,
  ...made,
});

/** A rule of the library, in its newest version. */
export const ruleResource = json.resource('Rule', {
  ...row,
  ...ruleContent,
  ...made,
  versions: json.list(listedVersion),
  generations: json
    .list(
      json.object({
        id: json.uuid,
        title: json.text.example('A loader that hides in plain sight'),
        createdAt: json.instant,
      }),
    )
    .description('the generations that gave it, as far as you may read them: the newest first, at most 20'),
});

/** What deleting rules came to. */
export const ruleDeletion = json.resource('RuleDeletion', {
  deleted: json.integer.example(3),
  freedBytes: json.integer.description('by how many bytes less is stored').example(48_211),
  more: json.yesOrNo.description('whether rules that match the filter are left').example(false),
});
export type RuleDeletion = TypeOf<typeof ruleDeletion>;
