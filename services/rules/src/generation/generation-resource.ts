import { THING_ROLES, TLP_MARKS } from '@tripline/advisory';
import { json, type TypeOf } from '@tripline/service';
import { PLATFORM_IDS } from '@tripline/sigma';
import { confidence, ownerKind, span, techniqueId } from '../openapi/shared-fields.js';
import { headline, ruleContent, stale, standing } from '../rule/rule-resource.js';

/** Where generated rules come from. */
const sourceResource = json.resource(
  'Source',
  {
    inputType: json.oneOf(['url', 'text', 'file', 'technique', 'sigma', 'query']),
    url: json.text.example('https://example.com/advisory'),
    finalUrl: json.text,
    title: json.text.example('A loader that hides in plain sight'),
    publishedAt: json.text.example('2026-03-04'),
    contentType: json.text.example('text/html'),
    sha256: json.text
      .description('of the bytes as they were received')
      .example('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
    fetchedAt: json.instant,
  },
  ['url', 'finalUrl', 'publishedAt'],
);
export type GenerationSource = TypeOf<typeof sourceResource>;

const techniqueName = json.text.example('PowerShell');

/** A technique that the document shows. */
const technique = json.resource(
  'Technique',
  {
    id: techniqueId,
    name: techniqueName,
    tactics: json.list(json.text.example('execution')),
    confidence,
    spans: json.list(span),
    subtechniqueUnsure: json
      .list(json.object({ id: techniqueId, name: techniqueName, confidence }))
      .description('sub-techniques that the same evidence may mean, none certain enough to be listed by itself'),
  },
  ['subtechniqueUnsure'],
);

const indicator = json.resource('Indicator', {
  type: json.text.example('domain'),
  value: json.text.example('updates.example.net'),
  original: json.text.example('updates[.]example[.]net'),
  spans: json.list(span),
  context: json.text.example('the loader asks updates[.]example[.]net for its tasks'),
});

/** A rule of the library that covers another. */
const coveringRule = json.resource('CoveringRule', {
  ruleId: json.uuid.description('its key'),
  title: json.text.example('Shadow Copies Deleted'),
  owner: ownerKind,
  events: json.text.description('how many of the other rule’s events it matches').example('3 of 3'),
});
export type CoveringRule = TypeOf<typeof coveringRule>;

const coveredBy = json
  .list(coveringRule)
  .description(
    'rules of the library that noticed what it notices when it was generated: its events, one for each of its values, were run over them. Each matches all of them, or they do together',
  );

/** A rule that was left out because the library covers it. */
const coveredRule = json.resource('CoveredRule', {
  key: json.uuid,
  ...headline,
  log: ruleContent.log,
  coveredBy,
});
export type CoveredRule = TypeOf<typeof coveredRule>;

/** A thing of the document of which no rule was drafted. */
const thingNotDrafted = json.resource('ThingNotDrafted', {
  thing: json.text.description('what it is, in the words of the table of logs').example('file-path'),
  value: json.text.example('C:\\Users\\<user>\\report.docx'),
  role: json.oneOf(THING_ROLES).description('whose it is, as the text tells').example('placeholder'),
  reason: json.text.example('its value stands for another'),
  start: json.integer,
  end: json.integer,
});

/** A rule as a generation has it. */
const generatedRule = json.resource('GeneratedRule', {
  key: json.uuid,
  ...ruleContent,
  ...standing,
  owner: ownerKind.description('whose the rule is now: it may have been moved to the team since'),
  newest: json
    .nullable(json.object({ version: json.integer.example(3), ...headline }))
    .description('what the rule’s newest version says, where that is not the one of this generation: it was edited'),
  stale,
  similar: json.list(
    json.object({
      key: json.uuid,
      title: json.text.example('PowerShell With An Encoded Command'),
      owner: ownerKind,
      overlap: confidence,
    }),
  ),
  coveredBy,
});

/** What a generation answers. */
export const generationResource = json.resource(
  'Generation',
  {
    id: json.uuid,
    unchangedSince: json.instant,
    owner: ownerKind,
    gap: json
      .object({ accountId: json.uuid, techniqueId })
      .description('the gap of a cloud account that its rules were asked for, where the call named one'),
    source: sourceResource,
    tlp: json
      .nullable(json.oneOf(TLP_MARKS))
      .description(
        'to whom the document or its rules may be handed on, by its own mark or the one given; null for none',
      )
      .example(null),
    kept: json.yesOrNo
      .description(
        'whether it is stored. Where it is not, this answer is all there is: no list, mail, report or figure has it, and its id leads nowhere',
      )
      .example(true),
    keptReason: json.nullable(json.text).description('where it is not stored: why, and how it would be').example(null),
    rules: json.list(generatedRule),
    covered: json
      .list(coveredRule)
      .description(
        'rules that were left out because the library covers them, where the call asked for that (`options.skipCovered`)',
      ),
    notKept: json
      .list(json.object({ key: json.uuid, title: json.text, reason: json.text }))
      .description('rules of this generation that have been deleted since, or whose version is no longer kept'),
    reason: json
      .nullable(json.text)
      .description('where there are no rules: what was looked for, why nothing came of it, and what to try')
      .example(null),
    notDrafted: json
      .list(thingNotDrafted)
      .description('values that the document names and of which no rule was drafted, with the reason; at most 200'),
    techniques: json.list(technique),
    indicators: json.list(indicator),
    language: json
      .nullable(json.text)
      .description('the language the document is written in, ISO 639-1; null where it has too few sentences to tell')
      .example('en'),
    skipped: json
      .list(json.object({ platform: json.oneOf(PLATFORM_IDS), reason: json.text }, ['platform']))
      .description(
        'platforms without a rule, and what was left out because a limit was reached: with a platform if it belongs to a rule, without one if it was left out in reading',
      ),
    stats: json.anyObject.example({
      characters: 18_400,
      blocks: 96,
      behaviours: 21,
      drafts: 14,
      engineVersion: '0.2.0',
    }),
  },
  ['unchangedSince', 'gap'],
);
export type GenerationResource = TypeOf<typeof generationResource>;

/** A page of generations. */
export const generationPage = json.object({
  generations: json.list(
    json.object({
      id: json.uuid,
      createdAt: json.instant,
      source: sourceResource,
      engineVersion: json.text.example('0.2.0'),
      ruleCount: json.integer,
    }),
  ),
  nextCursor: json.nextCursor,
});

const block = json.object(
  {
    type: json.oneOf(['heading', 'paragraph', 'list-item', 'table-row', 'code', 'caption', 'quote']),
    role: json.oneOf(['narrative', 'remediation', 'detection', 'references', 'indicators']),
    headings: json.list(json.text.example('Initial access')),
    start: json.integer,
    end: json.integer,
    level: json.integer.description('1–6 for headings'),
    code: json.list(span).description('inline code'),
    links: json.list(
      json.object({ start: json.integer, end: json.integer, href: json.text.example('https://example.com') }),
    ),
  },
  ['level', 'code', 'links'],
);

/** The text that spans point into. */
export const documentResource = json.object({
  text: json.text.example('The loader starts powershell.exe …'),
  blocks: json.list(block),
});

/** How far a generation is: the data of a `progress` event. */
export const progressEvent = json.object({
  step: json.oneOf(['fetch', 'read', 'evidence', 'draft', 'prove']),
  done: json.integer,
  total: json.integer,
});
