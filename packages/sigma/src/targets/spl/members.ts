import { partsBetween } from '../../characters.js';
import type { Aggregation, RuleReferenceTree, SigmaCorrelation } from '../../model/rule.js';
import { assignedName, evalName } from './quote.js';

/** One kind of event in a correlation: its search, and the names of its fields. */
export interface SplMember {
  /** The value of the column `rule` that marks its events. It has no quotes, backslashes or wildcards. */
  readonly marker: string;
  /** Search terms, or a whole pipeline when it begins with `|`. */
  readonly search: string;
  readonly commands: readonly string[];
  /** False when a command collects events before it answers (`stats`); `multisearch` refuses such a part. */
  readonly streaming: boolean;
  /** The native names of a field the correlation asks for. */
  names(field: string): readonly string[];
}

/** The joined events of all members, and the columns of the fields asked for. */
export interface SplEvents {
  /** The head of the search; commands follow it. */
  readonly head: string;
  /** Sigma field or alias → column. */
  readonly columns: ReadonlyMap<string, string>;
}

/** What is correlated: the kinds of events, and the correlation document. */
export interface Correlated {
  readonly members: readonly SplMember[];
  readonly aggregation: Aggregation;
  /** Names that aliases and the expression use for the members. */
  readonly references: readonly string[];
  readonly aliases: SigmaCorrelation['aliases'];
  readonly expression?: RuleReferenceTree;
  /** Fields that an outer correlation needs of its rows; undefined where there is none. */
  readonly carried?: readonly string[];
}

/** The columns a correlation groups by. */
export function groupsOf({ columns }: SplEvents, { groupBy }: Aggregation): readonly string[] {
  return groupBy.map((field) => columns.get(field) as string);
}

/** A reference as a marker: quotes, wildcards and letters that differ only in case become an underscore or a number. */
export function markersOf(references: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return references.map((reference) => {
    const plain = partsBetween(reference, '"\\*\r\n').join('_');
    let marker = plain;
    for (let number = 2; taken.has(marker.toLowerCase()); number++) marker = `${plain}_${number}`;
    taken.add(marker.toLowerCase());
    return marker;
  });
}

/**
 * Joins the members' events. One member stays a plain search. Several are interleaved in time by `multisearch`, so that an event which
 * matches two members counts for both, or joined by `union` where a member is itself a correlation. `marked` puts the member's name into
 * `rule` (and its index into `rule_order`), which only kinds of events need. `fields` are those whose columns the caller needs.
 */
export function joinMembers(
  members: readonly SplMember[],
  fields: readonly string[],
  aliases: SigmaCorrelation['aliases'],
  references: readonly string[],
  marked: 'plain' | 'named' | 'ordered',
): SplEvents {
  const assignments = members.map(() => '');
  const column = (field: string): string => {
    const alias = aliases.get(field);
    const sources = members.map((member, index) => {
      const own = alias?.get(references[index] as string) ?? field;
      return member.names(own);
    });
    const first = sources[0]?.[0] as string;
    if (sources.every((names) => names.length === 1 && names[0] === first)) return first;
    for (const [index, names] of sources.entries()) {
      const value = names.length === 1 ? evalName(names[0] as string) : `coalesce(${names.map(evalName).join(', ')})`;
      if (names.length !== 1 || names[0] !== field) {
        assignments[index] += `${assignments[index] === '' ? '' : ', '}${assignedName(field)}=${value}`;
      }
    }
    return field;
  };
  const columns = new Map([...new Set(fields)].map((field) => [field, column(field)]));

  const parts = members.map((member, index) => {
    const marks =
      marked === 'plain'
        ? ''
        : marked === 'named'
          ? `rule="${member.marker}"`
          : `rule="${member.marker}", rule_order=${index + 1}`;
    const evaluated = [marks, assignments[index]].filter((text) => text !== '').join(', ');
    return evaluated === '' ? member.commands : [...member.commands, `| eval ${evaluated}`];
  });
  const only = members[0] as SplMember;
  if (members.length === 1) return { head: [only.search, ...(parts[0] ?? [])].join('\n'), columns };
  const command = members.every((member) => member.streaming) ? 'multisearch' : 'union';
  const searches = members.map((member, index) => {
    const start = member.search.startsWith('|') ? member.search : `search ${member.search}`;
    return `    [ ${[start, ...(parts[index] ?? [])].join(' ')} ]`;
  });
  return { head: `| ${command}\n${searches.join('\n')}`, columns };
}
