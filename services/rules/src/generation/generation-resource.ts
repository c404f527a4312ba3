import {
  anyObject,
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
} from '@tripline/service';
import { PLATFORM_IDS } from '@tripline/sigma';
import { confidence, nextCursor, span, techniqueId } from '../openapi/shared-fields.js';
import { ruleContent } from '../rules/rule-resource.js';

/** Where generated rules come from. */
const sourceResource = resource(
  'Source',
  {
    inputType: oneOf(['url', 'text', 'file', 'technique', 'sigma', 'query']),
    url: text.example('https://example.com/advisory'),
    finalUrl: text,
    title: text.example('A loader that hides in plain sight'),
    publishedAt: text.example('2026-03-04'),
    contentType: text.example('text/html'),
    sha256: text
      .description('of the bytes as they were received')
      .example('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
    fetchedAt: instant,
  },
  ['url', 'finalUrl', 'publishedAt'],
);
export type GenerationSource = TypeOf<typeof sourceResource>;

const techniqueName = text.example('PowerShell');

/** A technique that the document shows. */
const technique = resource(
  'Technique',
  {
    id: techniqueId,
    name: techniqueName,
    tactics: list(text.example('execution')),
    confidence,
    spans: list(span),
    subtechniqueUnsure: list(object({ id: techniqueId, name: techniqueName, confidence })).description(
      'sub-techniques that the same places may mean, none sure enough to be listed by itself',
    ),
  },
  ['subtechniqueUnsure'],
);

const indicator = resource('Indicator', {
  type: text.example('domain'),
  value: text.example('updates.example.net'),
  original: text.example('updates[.]example[.]net'),
  spans: list(span),
  context: text.example('the loader asks updates[.]example[.]net for its tasks'),
});

/** A rule as a generation has it. */
const generatedRule = resource('GeneratedRule', {
  key: uuid,
  ...ruleContent,
  similar: list(object({ key: uuid, title: text.example('PowerShell With An Encoded Command'), overlap: confidence })),
});

/** What a generation answers. */
export const generationResource = resource(
  'Generation',
  {
    id: uuid,
    unchangedSince: instant,
    source: sourceResource,
    rules: list(generatedRule),
    notKept: list(object({ key: uuid, title: text, reason: text })).description(
      'rules it gave that were deleted since, or whose version is no longer kept',
    ),
    techniques: list(technique),
    indicators: list(indicator),
    language: nullable(text)
      .description('the language the document is written in, ISO 639-1; null where it has too few sentences to tell')
      .example('en'),
    skipped: list(object({ platform: oneOf(PLATFORM_IDS), reason: text }, ['platform'])).description(
      'platforms without a rule, and what was cut at a bound: of a rule with its platform, in reading without one',
    ),
    stats: anyObject.example({ characters: 18_400, blocks: 96, behaviours: 21, drafts: 14, engineVersion: '0.2.0' }),
  },
  ['unchangedSince'],
);
export type GenerationResource = TypeOf<typeof generationResource>;

/** A page of generations. */
export const generationPage = object({
  generations: list(
    object({
      id: uuid,
      createdAt: instant,
      source: sourceResource,
      engineVersion: text.example('0.2.0'),
      ruleCount: integer,
    }),
  ),
  nextCursor,
});

const block = object(
  {
    type: oneOf(['heading', 'paragraph', 'list-item', 'table-row', 'code', 'caption', 'quote']),
    role: oneOf(['narrative', 'remediation', 'detection', 'references', 'indicators']),
    headings: list(text.example('Initial access')),
    start: integer,
    end: integer,
    level: integer.description('1–6 for headings'),
    code: list(span).description('inline code'),
    links: list(object({ start: integer, end: integer, href: text.example('https://example.com') })),
  },
  ['level', 'code', 'links'],
);

/** The text that spans point into. */
export const documentResource = object({
  text: text.example('The loader starts powershell.exe …'),
  blocks: list(block),
});

/** How far a generation is: the data of a `progress` event. */
export const progressEvent = object({
  step: oneOf(['fetch', 'read', 'evidence', 'draft', 'prove']),
  done: integer,
  total: integer,
});
