import {
  type SigmaRule as ParsedRule,
  parseSigma,
  type QueryReading,
  type ReadQueryOptions,
  readQuery,
  ruleVersion,
  type SigmaCollection,
  type SigmaCorrelation,
  standaloneDocuments,
} from '@tripline/sigma';
import type { DeclaredReading } from '../../cloud/declared-reading.js';
import type { ProviderName } from '../../cloud/provider.js';
import { readRules, type SigmaRule } from '../../detections/read-rules.js';
import { folderOf, PROVIDER_NAMES } from '../../providers/facts-of.js';
import type { ExportedRule, RuleState, SearchKnowledge, SigmaFile, Unread } from '../exports/exported-rule.js';
import { UNTOLD } from '../exports/exported-rule.js';

/** How much of a query was read: all, some, or nothing but the names in it. */
export const READINGS = ['whole', 'part', 'none'] as const;

/** A part of a query that was not read. */
interface UnreadPart {
  readonly text: string;
  readonly why: string;
  /** Of the query, from 1; null for what stands beside it. */
  readonly line: number | null;
}

/** A rule of a SIEM with what its query looks for. */
export interface ReadSiemRule {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly place: string;
  /** Of the query: a language of `readQuery`, or `sigma`. */
  readonly language: string;
  readonly query: string;
  readonly techniques: readonly string[];
  readonly state: RuleState;
  readonly sigma: ExportedRule['sigma'];
  readonly read: (typeof READINGS)[number];
  readonly unread: readonly UnreadPart[];
  /** The rule as Sigma, as far as it was read; null where it was not. */
  readonly yaml: string | null;
  /** What it looks for in accounts of a provider; a provider without is one whose logs it does not name. */
  readonly readings: Readonly<Partial<Record<ProviderName, DeclaredReading>>>;
}

/** Parts that are kept of one rule, and characters of a rule as Sigma. */
const MOST_PARTS = 20;
const LONGEST_YAML = 100_000;

/** Reads the query of a rule. A query that is refused still names events, and its author techniques. */
export function readExportedRule(rule: ExportedRule, knowledge: SearchKnowledge): ReadSiemRule {
  const { beside, unsaid = [], ...kept } = rule;
  const reading = readAny(rule, knowledge, beside);
  const beyond = unsaid.map((why): UnreadPart => ({ text: '', why, line: null }));
  if (!reading.ok) {
    const { message, line } = reading.error;
    const parts = [{ text: '', why: message, line: line ?? null }, ...beyond];
    return { ...kept, read: 'none', unread: parts, yaml: null, readings: namedIn(rule.query) };
  }
  const parts = [...reading.unread.map(({ line, text, why }): UnreadPart => ({ text, why, line })), ...beyond];
  return {
    ...kept,
    read: reading.whole && parts.length === 0 ? 'whole' : 'part',
    unread: parts.slice(0, MOST_PARTS),
    yaml: reading.yaml.length > LONGEST_YAML ? null : reading.yaml,
    readings: readingsOf(reading.yaml),
  };
}

/** Reads as much as can be read; where no log source fits, with that of the provider whose events the query names. */
function readAny(
  { language, name, query }: ExportedRule,
  knowledge: SearchKnowledge,
  beside: ExportedRule['beside'],
): QueryReading {
  const options: ReadQueryOptions = {
    partial: true,
    ...knowledge,
    title: name.slice(0, 200),
    ...(beside === undefined ? {} : { rule: beside }),
  };
  const first = readQuery(query, language, options);
  if (first.ok || first.error.code !== 'UnknownLogsource') return first;
  for (const provider of PROVIDER_NAMES) {
    const { named, usual } = folderOf(provider).declared;
    if (named(query) === undefined) continue;
    const again = readQuery(query, language, { ...options, logsource: usual });
    if (again.ok) return again;
  }
  return first;
}

function namedIn(query: string): ReadSiemRule['readings'] {
  return Object.fromEntries(
    PROVIDER_NAMES.flatMap((provider) => {
      const named = folderOf(provider).declared.named(query);
      return named === undefined ? [] : [[provider, named]];
    }),
  );
}

/** What Sigma with one rule, or a correlation with those that it counts, looks for by provider. */
function readingsOf(yaml: string): ReadSiemRule['readings'] {
  return Object.fromEntries(
    PROVIDER_NAMES.flatMap((provider) => {
      const reading = readRules({ form: 'sigma', provider, texts: [{ place: 'rule', text: yaml }] });
      const found = 'rules' in reading ? reading.rules.map((rule) => rule.reading) : [];
      // A query over several logs is several rules: that which this provider's accounts have counts.
      const own =
        found.find(({ reads }) => reads.log === 'judged') ?? found.find(({ reads }) => reads.log !== 'foreign');
      return own === undefined ? [] : [[provider, own]];
    }),
  );
}

/** Reads a text of Sigma, or says why it is none. */
export function readSigmaFile({ place, places = [], text: sigma }: SigmaFile): {
  readonly rules: readonly ReadSiemRule[];
  readonly unread: readonly Unread[];
} {
  const collection = parseSigma(sigma);
  const documents = standaloneDocuments(collection);
  const byProvider = PROVIDER_NAMES.map((provider) => ({
    provider,
    reading: readRules({ form: 'sigma', provider, texts: [{ place, text: sigma }] }),
  }));
  const [first] = byProvider;
  if (first === undefined || !('rules' in first.reading)) {
    const why = first !== undefined && 'fault' in first.reading ? first.reading.fault : 'it is not Sigma';
    return { rules: [], unread: [{ place, reason: why.slice(0, 500) }] };
  }
  const texts = textsOfDocuments(sigma, collection.documents.length);
  const rules = first.reading.rules.map((rule, index): ReadSiemRule => {
    const document = documents[index];
    const number = document?.document ?? index;
    const own = texts.of(number);
    const whole = documents.length > 1 ? (document?.kind === 'rule' && texts.areRules ? own : null) : sigma;
    return {
      key: rule.id,
      name: rule.title,
      description: rule.description ?? null,
      place: places[number] ?? (documents.length > 1 ? `${place}#${number + 1}` : place),
      language: 'sigma',
      query: own,
      techniques: rule.techniques.map((id) => id.toUpperCase()),
      state: { ...UNTOLD, idle: isRetired(rule) ? 'deprecated' : null },
      sigma: document?.id === undefined ? null : { id: document.id, version: ruleVersion(document, collection) },
      ...missingOf(document, collection),
      yaml: whole === null || whole.length > LONGEST_YAML ? null : whole,
      readings: Object.fromEntries(
        byProvider.flatMap(({ provider, reading }) => {
          const own = 'rules' in reading ? reading.rules[index]?.reading : undefined;
          return own === undefined || own.reads.log === 'foreign' ? [] : [[provider, own]];
        }),
      ),
    };
  });
  return { rules, unread: [] };
}

/** Characters that a file's text has in all its rules together, where their documents cannot be told apart. */
const MOST_REPEATED = 1024 * 1024;
const BOUNDARY = /^(?=(?:---|\.\.\.)(?:\s|$))/m;
/** What is no content of a document: marks around it, directives, comments and white space. */
const EMPTY = /^(?:(?:---|\.\.\.)?[^\S\n]*(?:#[^\n]*)?(?:\n|$)|%[^\n]*(?:\n|$))*$/;
/** The line that a document begins with, where nothing of it stands there. */
const MARK = /^---[^\S\n]*(?:#[^\n]*)?(?=\n|$)/;

/**
 * The part of a text that is each of its documents, by its number. Where documents are not all rules by themselves, as with actions, it is the whole
 * text, as long as that is not much more than was sent.
 */
function textsOfDocuments(
  text: string,
  documents: number,
): { readonly of: (number: number) => string; readonly areRules: boolean } {
  const parts = text.split(BOUNDARY).filter((part) => !EMPTY.test(part));
  if (parts.length !== documents && text.length * documents <= MOST_REPEATED) return { of: () => text, areRules: true };
  return {
    of: (number) => parts[number]?.replace(MARK, '') ?? text.slice(0, MOST_REPEATED / documents),
    areRules: parts.length === documents,
  };
}

/** What a correlation does not see: rules that it names and that are not with it. */
function missingOf(
  document: ParsedRule | SigmaCorrelation | undefined,
  { documents }: SigmaCollection,
): Pick<ReadSiemRule, 'read' | 'unread'> {
  if (document?.kind !== 'correlation') return { read: 'whole', unread: [] };
  const known = new Set(
    documents.flatMap((one) => (one.kind === 'filter' ? [] : [one.name, one.id].filter((name) => name !== undefined))),
  );
  const missing = document.rules.filter((name) => !known.has(name));
  const isBlind = missing.length === document.rules.length;
  return {
    read: missing.length === 0 ? 'whole' : isBlind ? 'none' : 'part',
    unread: missing.slice(0, MOST_PARTS).map(
      (name): UnreadPart => ({
        text: name.slice(0, 200),
        why: 'the file has no rule of this name or id',
        line: null,
      }),
    ),
  };
}

const isRetired = ({ status }: SigmaRule): boolean => status === 'deprecated' || status === 'unsupported';
