import { currentId } from '@tripline/attack';
import {
  checkSigma,
  convert,
  isQueryLanguage,
  type Note,
  type PlatformName,
  parseSigma,
  platformId,
  platformOfLogsource,
  type QueryLanguage,
  readQuery,
  type SigmaRule,
  sampleEvents,
  stringifySigma,
  type TargetId,
} from '@tripline/sigma';
import { logOfSource } from '@tripline/telemetry';
import { ruleId } from '../../draft/uuid.js';
import type { RuleSource } from '../../draft/write-rule.js';
import type {
  AdvisoryDocument,
  GeneratedRule,
  PublishedDetection,
  PublishedDetectionOutcome,
  RuleAttribution,
} from '../../model.js';
import { measureRule } from '../../prove/measure-rule.js';
import { isHexDigit } from '../../text/characters.js';
import { isNumber } from '../../text/shape.js';
import { isAll } from '../../text/stretches.js';
import { detectionEvidence } from './detection-evidence.js';
import { headingBefore, titleOfQuery } from './heading.js';
import { sigmaDocuments } from './sigma-documents.js';

/** The result of a document's published detections: rules, and the outcome of each detection. */
export interface PublishedRules {
  readonly rules: readonly GeneratedRule[];
  readonly outcomes: readonly PublishedDetectionOutcome[];
}

/** Options for the rules. */
export interface PublishedRuleOptions {
  readonly platforms: ReadonlySet<PlatformName>;
  /** Whether the caller named platforms: rules of other logs are then left out. */
  readonly isRestricted: boolean;
  /** Ids of logs of which rules are wanted all the same. */
  readonly logs: ReadonlySet<string>;
  readonly targets: readonly TargetId[];
  readonly maxRules: number;
}

/** One rule to be proven, as text. Tripline adds an id where it has none, and nothing else. */
interface Candidate {
  readonly yaml: string;
  readonly licence?: string;
  readonly notes: readonly string[];
}

const LANGUAGE_NAMES: Readonly<Record<QueryLanguage, string>> = {
  kql: 'KQL',
  spl: 'SPL',
  lucene: 'Lucene',
  eql: 'EQL',
  esql: 'ES|QL',
  yaral: 'YARA-L',
};
const NOT_CONVERTIBLE = {
  falcon: 'Queries of CrowdStrike Falcon are not read.',
  yara: 'YARA rules look at files, which no log of ours holds.',
} as const;

/**
 * Rules from the detections that a document publishes: Sigma as its author wrote it, checked and proven; queries read back into Sigma, with
 * their place. A detection that gives no rule has a reason.
 */
export function draftPublishedDetections(
  doc: AdvisoryDocument,
  detections: readonly PublishedDetection[],
  source: RuleSource,
  options: PublishedRuleOptions,
): PublishedRules {
  const rules = new Map<string, GeneratedRule>();
  const outcomes = detections.map((detection): PublishedDetectionOutcome => {
    const { language, start, end } = detection;
    const read = candidatesOf(doc, detection, source);
    if (typeof read === 'string') return { language, start, end, rules: [], reasons: [read] };
    const keys: string[] = [];
    const reasons: string[] = [];
    for (const candidate of read) {
      const proven =
        rules.size < options.maxRules
          ? prove(doc, detection, candidate, source, options)
          : 'More rules than were asked for.';
      if (typeof proven === 'string') reasons.push(proven);
      else {
        rules.set(proven.key, proven);
        keys.push(proven.key);
      }
    }
    const licence = read.find((candidate) => candidate.licence !== undefined)?.licence;
    return {
      language,
      start,
      end,
      rules: keys,
      reasons: [...reasons, ...read.flatMap(({ notes }) => notes)],
      ...(licence === undefined ? {} : { licence }),
    };
  });
  return { rules: [...rules.values()], outcomes };
}

function candidatesOf(
  doc: AdvisoryDocument,
  detection: PublishedDetection,
  source: RuleSource,
): readonly Candidate[] | string {
  const { language, text } = detection;
  if (language === 'falcon' || language === 'yara') return NOT_CONVERTIBLE[language];
  if (!isQueryLanguage(language)) {
    const documents = sigmaDocuments(text);
    return documents.length === 0
      ? 'The Sigma text cannot be read.'
      : documents.map((each) => ({ ...each, notes: [] }));
  }
  const reading = readQuery(text, language);
  if (!reading.ok)
    return `${reading.error.message} (line ${reading.error.line}, column ${reading.error.column} of the query)`;
  if (reading.documents.length > 1)
    return 'The query counts or joins events, or reads several logs; it is read by `tripline convert --from` and by the API, as rules with a correlation.';
  const notes = reading.notes
    .filter(({ code }) => code !== 'search_settings' && code !== 'presentation')
    .map(({ message }) => message);
  const name = LANGUAGE_NAMES[language];
  const yaml = stringifySigma({
    ...reading.rule,
    title: headingBefore(doc, detection) ?? titleOfQuery(reading),
    description: [
      `A detection that the document publishes as a query in ${name}, at characters ${detection.start} to ${detection.end}.`,
      ...notes,
      'The query names no technique.',
    ].join(' '),
    references: source.references.length > 0 ? source.references : undefined,
    author: `Tripline, after a query of ${doc.publisherHosts[0] ?? 'the document'}`,
    date: source.date,
    falsepositives: ["What the query's own exclusions leave out was chosen by its author"],
    level: 'medium',
  });
  return [{ yaml, notes }];
}

/** Checks, tests and converts a rule; gives the reason where that fails. */
function prove(
  doc: AdvisoryDocument,
  detection: PublishedDetection,
  { yaml }: Candidate,
  source: RuleSource,
  options: PublishedRuleOptions,
): GeneratedRule | string {
  const fault = checkSigma(yaml).find(({ severity }) => severity === 'error');
  const [rule] = parseSigma(yaml).documents;
  if (fault !== undefined || rule === undefined) return `The rule has a fault: ${fault?.message ?? 'it is not a rule'}`;
  if (rule.kind !== 'rule') return 'Correlations and filters are not taken over.';
  const platform = platformOfLogsource(rule.logsource);
  const unwanted = whyUnwanted(rule, platform, options);
  if (unwanted !== undefined) return unwanted;
  const key = isUuid(rule.id ?? '')
    ? (rule.id as string).toLowerCase()
    : ruleId(source.key, platform === undefined ? logId(rule) : platformId(platform), `published:${yaml}`);
  const written = rule.id === undefined ? `id: ${key}\n${yaml}` : yaml;
  const conversions: Partial<Record<TargetId, string>> = {};
  const notes: Partial<Record<TargetId, readonly Note[]>> = {};
  const collection = parseSigma(written);
  for (const target of options.targets) {
    const conversion = convert(rule, collection, target);
    if (!conversion.ok) return `The rule "${rule.title}" does not convert to ${target}: ${conversion.error.message}`;
    conversions[target] = conversion.queries.join('\n');
    notes[target] = conversion.notes;
  }
  const tests = sampleEvents(rule);
  if (tests.match.length === 0) return `No event could be made that the rule "${rule.title}" matches.`;
  return {
    key,
    title: rule.title,
    description: rule.description ?? '',
    platform: platform === undefined ? null : platformId(platform),
    level: rule.level ?? 'medium',
    status: rule.status ?? 'experimental',
    techniques: techniquesOf(rule),
    yaml: written,
    conversions,
    notes,
    evidence: detectionEvidence(rule, doc.text, detection),
    tests,
    ...measureRule([rule]),
    attribution: publishedAttribution(detection),
  };
}

/** Why a rule is not taken over for the sake of its log; undefined where it is. */
function whyUnwanted(
  rule: SigmaRule,
  platform: PlatformName | undefined,
  { platforms, isRestricted, logs }: PublishedRuleOptions,
): string | undefined {
  const log = logId(rule);
  if (logs.has(log)) return undefined;
  if (platform !== undefined)
    return platforms.has(platform) ? undefined : `Rules for ${platformId(platform)} were not asked for.`;
  if (log === '') return `Neither a platform nor a known log has the log source of the rule "${rule.title}".`;
  return isRestricted ? `Rules for ${log} were not asked for.` : undefined;
}

/** The id of a rule's log in the table of logs; empty where the table has none of its source. */
function logId({ logsource }: SigmaRule): string {
  return logOfSource(logsource)?.id ?? '';
}

/** The author looks for it; the text does not say who did it. */
function publishedAttribution({ start, end }: PublishedDetection): RuleAttribution {
  return { who: 'defender', whether: 'advice', where: 'unknown', spans: [{ start, end }] };
}

/** Whether an id has the form of a UUID, whatever its version. */
function isUuid(id: string): boolean {
  const parts = id.split('-');
  return parts.map((part) => part.length).join() === '8,4,4,4,12' && parts.every((part) => isAll(part, isHexDigit));
}

/** Whether a tag in capitals names a technique or a sub-technique: `ATTACK.T1059.001`. */
function isOfTechnique(tag: string): boolean {
  const [attack, id = '', sub, ...rest] = tag.split('.');
  const isId = id.startsWith('T') && id.length === 5 && isNumber(id.slice(1));
  return attack === 'ATTACK' && isId && (sub === undefined || (sub.length === 3 && isNumber(sub))) && rest.length === 0;
}

/** Technique ids of the rule's tags, retired ones replaced by their successors. */
function techniquesOf({ tags }: SigmaRule): readonly string[] {
  const ids = tags
    .map((tag) => tag.toUpperCase())
    .flatMap((tag) => (isOfTechnique(tag) ? tag.slice('ATTACK.'.length) : []));
  return [...new Set(ids.map((id) => currentId(id) ?? id))];
}
