import type { Aggregation, RuleReferenceTree, SigmaCorrelation, SigmaHeader } from '../../model/rule.js';
import { metaLines, riskScore } from './meta.js';
import { ruleName } from './name.js';
import type { Source } from './source.js';

/** What a rule counts, orders or joins. */
export interface Correlated {
  readonly header: SigmaHeader;
  readonly sources: readonly Source[];
  readonly aggregation: Aggregation;
  readonly aliases: SigmaCorrelation['aliases'];
  readonly expression?: RuleReferenceTree;
  /** Fields that a rule which reads the detections of this one asks for. */
  readonly carried: readonly string[];
}

/** A rule, and where its detections have the fields that were asked for. */
export interface Written {
  readonly text: string;
  readonly values: ReadonlyMap<string, string>;
}

/** The sections of a YARA-L rule that differ between rules; lines have no indentation. */
export interface RuleSections {
  readonly events: readonly string[];
  readonly match?: string;
  /** Outcome variables besides `$risk_score`. */
  readonly outcome: readonly string[];
  readonly condition: string;
  readonly options?: readonly string[];
}

/** A whole YARA-L 2.0 rule, with its sections in the order that the language demands. */
export function writeRule(header: SigmaHeader, sections: RuleSections): string {
  const parts = [
    section('meta', metaLines(header)),
    section('events', sections.events),
    ...(sections.match === undefined ? [] : [section('match', [sections.match])]),
    section('outcome', [`$risk_score = ${riskScore(header.level)}`, ...sections.outcome]),
    section('condition', [sections.condition]),
    ...(sections.options === undefined ? [] : [section('options', sections.options)]),
  ];
  return `rule ${ruleName(header.title, header.id)} {\n${parts.join('\n\n')}\n}\n`;
}

function section(name: string, lines: readonly string[]): string {
  return `  ${name}:\n${lines.map((line) => (line === '' ? '' : `    ${line}`)).join('\n')}`;
}
