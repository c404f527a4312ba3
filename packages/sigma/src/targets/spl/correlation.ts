import type { Counting } from '../../convert/correlation/counting.js';
import { type Member, membersOf } from '../../convert/correlation/members.js';
import { hasOneOrder } from '../../convert/correlation/references.js';
import { approximate, noteOverlappingWindows } from '../../convert/correlation/windows.js';
import type { ConversionContext } from '../../convert/target.js';
import type { Condition, RulePath } from '../../model/condition.js';
import type { Aggregation, Logsource } from '../../model/rule.js';
import { countingCommands } from './counting.js';
import { type Correlated, groupsOf, joinMembers, markersOf, type SplEvents, type SplMember } from './members.js';
import { splQuery, splRuleContext } from './query.js';
import { searchName } from './quote.js';
import { nearCommands, orderedChain, temporalCommands } from './temporal.js';
import { countsSliding } from './windows.js';

/** The path in notes about a correlation's own fields. */
const CORRELATION: RulePath = { selection: 'correlation', item: '' };

/** A search with its commands, and the columns that a correlation around it may use. */
interface Pipeline {
  /** The head of the search, then one command each. */
  readonly parts: readonly string[];
  readonly columns: ReadonlyMap<string, string>;
}

/** A correlation with everything it refers to, including correlations, or the count or `near` of a rule's own search. */
export function splCorrelation(counting: Counting, ctx: ConversionContext): string {
  return countingPipeline(counting, ctx, []).parts.join('\n');
}

function countingPipeline(
  counting: Counting,
  ctx: ConversionContext,
  around: readonly Counting[],
  carried?: readonly string[],
): Pipeline {
  const { aggregation, aliases, expression, rules: references } = counting;
  const markers = markersOf(references);
  const asked = [...fieldsOf(aggregation), ...(carried ?? [])];
  const members = membersOf(counting, around, ctx).map((member, index): SplMember => {
    const marker = markers[index] as string;
    if (rowsOverlap(member, ctx)) noteOverlappingWindows(aggregation, member.document.title, ctx);
    if (member.kind === 'events') return ruleMember(member.document.logsource, member.tree, marker, ctx);
    const fields = asked.map(member.nameOf);
    return pipelineMember(marker, countingPipeline(member.document, ctx, [...around, counting], fields));
  });
  const given = { ...(expression === undefined ? {} : { expression }), ...(carried === undefined ? {} : { carried }) };
  return pipeline({ members, aggregation, references, aliases, ...given }, ctx);
}

/** Whether one burst of a member's events can give several rows. Groups of `near` have no event in common. */
function rowsOverlap(member: Member, ctx: ConversionContext): boolean {
  if (member.kind === 'events') return false;
  const { aggregation } = member.document;
  if (aggregation.near !== undefined) return false;
  return aggregation.type === 'temporal' || aggregation.type === 'temporal_ordered' || countsSliding(aggregation, ctx);
}

function pipelineMember(marker: string, { parts: [search = '', ...commands], columns }: Pipeline): SplMember {
  return { marker, search, commands, streaming: false, names: (field) => [columns.get(field) ?? field] };
}

function ruleMember(logsource: Logsource, tree: Condition, marker: string, ctx: ConversionContext): SplMember {
  const context = splRuleContext(logsource, ctx);
  const { search, commands } = splQuery(tree, context, ctx);
  return {
    marker,
    search,
    commands,
    streaming: true,
    names: (field) => context.fields.find(field, CORRELATION).names,
  };
}

function fieldsOf({ groupBy, fields }: Aggregation): readonly string[] {
  return [...groupBy, ...fields];
}

function pipeline(correlated: Correlated, ctx: ConversionContext): Pipeline {
  const { members, aggregation, references, aliases, expression, carried = [] } = correlated;
  const fields = [...fieldsOf(aggregation), ...carried];
  const join = (marked: 'plain' | 'named' | 'ordered') => joinMembers(members, fields, aliases, references, marked);
  const others = carried.filter((field) => !aggregation.groupBy.includes(field));
  const finished = ({ head, columns }: SplEvents, commands: readonly string[], keepsAll = false): Pipeline => {
    if (!keepsAll && others.length > 0) {
      approximate(
        `A correlation does not group by ${others.join(', ')}: of its events only the last one's value is compared.`,
        ctx,
      );
    }
    // Of a field that it does not group by, a row has the values of all its events.
    const names = new Set(keepsAll ? others.map((field) => searchName(columns.get(field) as string)) : []);
    return { parts: [head, ...commands, ...[...names].map((name) => `| mvexpand ${name}`)], columns };
  };
  if (aggregation.near !== undefined && aggregation.timespanSeconds !== undefined) {
    const events = join('named');
    return finished(events, nearCommands(events, members.length, aggregation, ctx));
  }
  if (aggregation.type !== 'temporal' && aggregation.type !== 'temporal_ordered') {
    const events = join('plain');
    return finished(events, countingCommands(events, correlated, ctx), true);
  }
  if (hasOneOrder({ aggregation, expression, rules: references })) {
    const events = join('ordered');
    const markers = members.map(({ marker }) => marker);
    return finished(events, orderedChain(markers, groupsOf(events, aggregation), aggregation.timespanSeconds));
  }
  if (aggregation.type === 'temporal_ordered') {
    approximate('The order of the rules is not asked for: the search finds them in any order.', ctx);
  }
  const events = join('named');
  return finished(events, temporalCommands(events, correlated, ctx));
}
