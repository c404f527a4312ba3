import { WHERE, WHETHER, WHO } from '@tripline/advisory';
import { instant, integer, type JsonSchema, list, nullable, object, ref, text, uuid } from '@tripline/service';
import { DEPLOY_FORMATS, LEVELS, PLATFORM_IDS, TARGET_IDS } from '@tripline/sigma';
import { RULE_STATES } from '../rules/rule-model.js';
import { teamSchemas } from '../teams/team-operations.js';

const offset: JsonSchema = { type: 'integer', minimum: 0, description: 'UTF-16 code units of the canonical text' };
const confidence: JsonSchema = { type: 'number', minimum: 0, maximum: 1 };
const byBackend = (value: JsonSchema): JsonSchema => ({
  type: 'object',
  propertyNames: { enum: TARGET_IDS },
  additionalProperties: value,
});
const event: JsonSchema = { type: 'object', additionalProperties: true };
const author = object({ userId: uuid, email: nullable(text) });

const headline = {
  title: text,
  level: { type: 'string', enum: LEVELS },
  platform: nullable({ type: 'string', enum: PLATFORM_IDS }),
  techniques: list({ type: 'string', description: 'current ATT&CK id' }),
} as const;

const converted = {
  yaml: { type: 'string', description: 'the Sigma rule; a correlation rule is multi-document, the correlation first' },
  conversions: byBackend({ type: 'string' }),
  notes: byBackend(list(ref('Note'))),
} as const;

const proven = {
  evidence: list(ref('Evidence')),
  tests: {
    ...object({ match: list(event), noMatch: list(event) }),
    description: 'events the rule matches, and does not; of a rule that counts, a list that makes it fire as a whole',
  },
  noise: {
    ...nullable(object({ recordings: integer, of: integer })),
    description: 'in how many recordings of everyday logs the rule fires; null where none has its log source',
  },
  attribution: {
    ...nullable(ref('Attribution')),
    description: 'whose deed the text tells at the evidence; null for a rule that rests on no text',
  },
} as const;

const listedVersion = { version: integer, createdAt: instant, createdBy: author, title: text } as const;

/** The schemas that operations refer to by name. */
export const componentSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: object({
    success: { const: false },
    error: object(
      { code: text, message: text, details: list(object({ path: text, message: text })), requestId: text },
      ['details'],
    ),
  }),
  Span: { ...object({ start: offset, end: offset }), description: 'end exclusive' },
  Note: {
    ...object({ code: text, message: text, part: text }, ['part']),
    description: 'what a query says less exactly than the rule',
  },
  Evidence: {
    oneOf: [
      object({ field: text, value: text, quote: text, start: offset, end: offset }),
      object({ field: text, value: text, template: text }),
    ],
    description: 'where a detection value comes from: its place in the text, or the named template that brought it',
  },
  Attribution: {
    ...object({
      who: { type: 'string', enum: WHO },
      whether: { type: 'string', enum: WHETHER },
      where: { type: 'string', enum: WHERE },
      spans: list(ref('Span')),
    }),
    description: 'whose deed the text tells, whether it was done, where, and the words that say so',
  },
  Source: object(
    {
      inputType: { type: 'string', enum: ['url', 'text', 'file', 'technique', 'sigma', 'query'] },
      url: text,
      finalUrl: text,
      title: text,
      publishedAt: text,
      contentType: text,
      sha256: text,
      fetchedAt: instant,
    },
    ['url', 'finalUrl', 'publishedAt'],
  ),
  GeneratedRule: object({
    key: uuid,
    ...headline,
    description: text,
    status: text,
    ...converted,
    ...proven,
    similar: list(object({ key: uuid, title: text, overlap: confidence })),
  }),
  Technique: object(
    {
      id: text,
      name: text,
      tactics: list(text),
      confidence,
      spans: list(ref('Span')),
      subtechniqueUnsure: {
        ...list(object({ id: text, name: text, confidence })),
        description: 'sub-techniques that the same places may mean, none sure enough to be listed by itself',
      },
    },
    ['subtechniqueUnsure'],
  ),
  Indicator: object({ type: text, value: text, original: text, spans: list(ref('Span')), context: text }),
  Generation: object(
    {
      id: uuid,
      unchangedSince: instant,
      source: ref('Source'),
      rules: list(ref('GeneratedRule')),
      notKept: {
        ...list(object({ key: uuid, title: text, reason: text })),
        description: 'rules it gave that were deleted since, or whose version is no longer kept',
      },
      techniques: list(ref('Technique')),
      indicators: list(ref('Indicator')),
      language: {
        ...nullable(text),
        description: 'the language the document is written in, ISO 639-1; null where it has too few sentences to tell',
      },
      skipped: {
        ...list(object({ platform: { type: 'string', enum: PLATFORM_IDS }, reason: text }, ['platform'])),
        description:
          'platforms without a rule, and what was cut at a bound: of a rule with its platform, in reading without one',
      },
      stats: { type: 'object', additionalProperties: true },
    },
    ['unchangedSince'],
  ),
  RuleRow: object({
    ruleKey: uuid,
    ...headline,
    state: { type: 'string', enum: RULE_STATES },
    createdBy: author,
    createdAt: instant,
    source: object({ inputType: text, url: nullable(text), title: text }),
  }),
  Rule: {
    allOf: [
      ref('RuleRow'),
      object({
        description: text,
        status: text,
        ...converted,
        ...proven,
        versions: list(ref('ListedVersion')),
      }),
    ],
  },
  ListedVersion: object(listedVersion),
  RuleVersion: object({
    ruleKey: uuid,
    ...listedVersion,
    ...headline,
    description: text,
    status: text,
    ...converted,
    ...proven,
  }),
  Issue: object(
    {
      code: text,
      severity: { type: 'string', enum: ['error', 'warning', 'info'] },
      message: text,
      path: text,
      line: integer,
      column: integer,
    },
    ['path', 'line', 'column'],
  ),
  ConvertedRule: {
    oneOf: [
      object(
        {
          document: integer,
          key: uuid,
          ...headline,
          description: text,
          ...converted,
          errors: byBackend(ref('Issue')),
          issues: list(ref('Issue')),
          deployments: {
            type: 'object',
            propertyNames: { enum: DEPLOY_FORMATS },
            additionalProperties: {
              oneOf: [object({ text, mediaType: text, notes: list(ref('Note')) }), object({ error: ref('Issue') })],
            },
          },
        },
        ['deployments'],
      ),
      object({ document: integer, error: ref('Issue') }),
    ],
  },
  ...teamSchemas,
  Session: object(
    {
      accessToken: text,
      expiresAt: instant,
      refreshToken: text,
      deviceToken: { ...text, description: 'of a sign-in: to be sent with the next one from this device' },
    },
    ['refreshToken', 'deviceToken'],
  ),
  ApiKey: object({
    prefix: text,
    name: text,
    createdAt: instant,
    lastUsedAt: nullable(instant),
    dailyLimit: integer,
    usedToday: integer,
  }),
};
