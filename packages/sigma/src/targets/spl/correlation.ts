import type { ConversionContext } from '../../convert/target.js';
import { joinRendered, type Rendered, renderNot, textOf } from '../../convert/walk.js';
import type { Condition, RulePath } from '../../model/condition.js';
import { SigmaError } from '../../model/error.js';
import type { Aggregation, RuleReferenceTree, SigmaCorrelation, SigmaRule } from '../../model/rule.js';
import { byClause, countedColumn, orderedChain, spanText, thresholdText } from './counting.js';
import { joinMembers, markersOf, type SplEvents, type SplMember } from './members.js';
import { splQuery, splRuleContext } from './query.js';
import { commandName } from './quote.js';
import { EVAL } from './syntax.js';

/** Where notes place the fields a correlation asks for. */
const CORRELATION: RulePath = { selection: 'correlation', item: '' };

const NO_ALIASES: SigmaCorrelation['aliases'] = new Map();

/** A correlation inside another: the columns that the outer one needs of its result. */
interface Nested {
  readonly carried: readonly string[];
  readonly path: readonly SigmaCorrelation[];
}

/** A condition with an old aggregation tail: the counting, or `near`, over the rule's own search. */
export function splAggregation(rule: SigmaRule, tree: Condition, aggregation: Aggregation, ctx: ConversionContext) {
  const trees = aggregation.near ?? [tree];
  const markers = trees.map((_, index) => `part_${index + 1}`);
  const members = trees.map((part, index) => ruleMember(rule, part, markers[index] as string, ctx));
  return aggregated(members, aggregation, undefined, NO_ALIASES, markers, ctx).join('\n');
}

/** A correlation with everything it refers to, correlations of correlations included. */
export function splCorrelation(correlation: SigmaCorrelation, ctx: ConversionContext): string {
  return correlationCommands(correlation, ctx, { carried: [], path: [] }).join('\n');
}

function correlationCommands(correlation: SigmaCorrelation, ctx: ConversionContext, nested: Nested): readonly string[] {
  if (nested.path.includes(correlation)) {
    throw new SigmaError('InvalidCorrelation', `the correlation "${correlation.title}" refers to itself`, {
      document: correlation.document,
      path: 'correlation.rules',
    });
  }
  const { aggregation, aliases } = correlation;
  const referred = ctx.referred(correlation);
  const markers = markersOf(correlation.rules);
  const path = [...nested.path, correlation];
  const members = correlation.rules.map((reference, index): SplMember => {
    const document = referred.get(reference) as SigmaRule | SigmaCorrelation;
    const marker = markers[index] as string;
    if (document.kind === 'rule') return wholeRuleMember(document, marker, ctx);
    const carried = [...aggregation.groupBy, ...(aggregation.field === undefined ? [] : [aggregation.field])].map(
      (field) => aliases.get(field)?.get(reference) ?? field,
    );
    const [search = '', ...commands] = correlationCommands(document, ctx, { carried, path });
    return { marker, search, commands, streaming: false, names: (field) => [field] };
  });
  return aggregated(members, aggregation, correlation, aliases, markers, ctx, nested);
}

function wholeRuleMember(rule: SigmaRule, marker: string, ctx: ConversionContext): SplMember {
  const only = rule.conditions[0];
  if (rule.conditions.length === 1 && only?.aggregation !== undefined) {
    const [search = '', ...commands] = splAggregation(rule, only.tree, only.aggregation, ctx).split('\n| ');
    const fields = splRuleContext(rule.logsource, ctx).fields;
    return {
      marker,
      search,
      commands: commands.map((command) => `| ${command}`),
      streaming: false,
      names: (field) => fields.find(field, CORRELATION).names,
    };
  }
  const trees = rule.conditions.map(({ tree }) => tree);
  const tree: Condition = trees.length === 1 ? (trees[0] as Condition) : { kind: 'or', children: trees };
  return ruleMember(rule, tree, marker, ctx);
}

function ruleMember(rule: SigmaRule, tree: Condition, marker: string, ctx: ConversionContext): SplMember {
  const context = splRuleContext(rule.logsource, ctx);
  const { search, commands } = splQuery(tree, context, ctx);
  return {
    marker,
    search,
    commands,
    streaming: true,
    names: (field) => context.fields.find(field, CORRELATION).names,
  };
}

function aggregated(
  members: readonly SplMember[],
  aggregation: Aggregation,
  correlation: SigmaCorrelation | undefined,
  aliases: SigmaCorrelation['aliases'],
  references: readonly string[],
  ctx: ConversionContext,
  nested?: Nested,
): readonly string[] {
  const names = correlation?.rules ?? references;
  const join = (marked: 'plain' | 'named' | 'ordered') => joinMembers(members, aggregation, aliases, names, marked);
  const carried = nested?.carried ?? [];
  const inner = nested !== undefined && nested.path.length > 0;
  if (aggregation.near !== undefined && aggregation.timespanSeconds !== undefined) {
    return nearCommands(join('named'), members.length, aggregation, ctx);
  }
  if (aggregation.type === 'temporal' || aggregation.type === 'temporal_ordered') {
    const expression = correlation?.expression;
    const simple = expression === undefined || isPlainAnd(expression, members.length);
    if (aggregation.type === 'temporal_ordered' && simple && aggregation.thresholds.length === 0) {
      const events = join('ordered');
      const markers = members.map(({ marker }) => marker);
      return [events.head, ...orderedChain(markers, events.groups, aggregation.timespanSeconds)];
    }
    if (aggregation.type === 'temporal_ordered') {
      approximate(ctx, 'The order of the rules is not asked for: the search finds them in any order.');
    }
    const events = join('named');
    return [events.head, ...temporalCommands(members, events, aggregation, expression, names, ctx)];
  }
  const events = join('plain');
  return [events.head, ...countingCommands(events, aggregation, carried, inner, ctx)];
}

function countingCommands(
  events: SplEvents,
  aggregation: Aggregation,
  carried: readonly string[],
  inner: boolean,
  ctx: ConversionContext,
): readonly string[] {
  const { timespanSeconds } = aggregation;
  const counted = countedColumn(aggregation, events.field);
  const window = inner ? 'window' : '_time';
  const commands: string[] = [];
  if (timespanSeconds !== undefined) {
    commands.push(`| bin _time span=${spanText(timespanSeconds)}${inner ? ' AS window' : ''}`);
    noteWindows(ctx, timespanSeconds);
  }
  const groups = timespanSeconds === undefined ? events.groups : [window, ...events.groups];
  const extra = carried
    .filter((field) => !events.groups.includes(field))
    .map((field) => `, values(${commandName(field)}) AS ${commandName(field)}`)
    .join('');
  // Inside another correlation the row stands at its last event, so that order and distance are counted from what happened, not from a window's edge.
  commands.push(`| stats ${counted.text}${inner ? ', max(_time) AS _time' : ''}${extra}${byClause(groups)}`);
  if (aggregation.thresholds.length > 0) {
    commands.push(`| where ${thresholdText(counted.column, aggregation.thresholds)}`);
  }
  return commands;
}

/**
 * Kinds of events that must all be seen within the timespan. The last time of each is carried along in time order, so they are found wherever
 * they lie; only a rule that must be absent is looked for in fixed windows, as nothing but a window's end shows that it did not come.
 */
function temporalCommands(
  members: readonly SplMember[],
  events: SplEvents,
  aggregation: Aggregation,
  expression: RuleReferenceTree | undefined,
  references: readonly string[],
  ctx: ConversionContext,
): readonly string[] {
  const { timespanSeconds, thresholds } = aggregation;
  const by = byClause(events.groups);
  if (expression !== undefined && hasNot(expression)) {
    const commands: string[] = [];
    let groups = events.groups;
    if (timespanSeconds !== undefined) {
      commands.push(`| bin _time span=${spanText(timespanSeconds)}`);
      noteWindows(ctx, timespanSeconds);
      groups = ['_time', ...groups];
    }
    const counts = members.map(({ marker }, index) => `count(eval(rule="${marker}")) AS seen_${index}`).join(', ');
    const seen = renderExpression(expression, references, (index) => `seen_${index}>0`);
    return [...commands, `| stats ${counts}${byClause(groups)}`, `| where ${textOf(seen)}`];
  }
  const times = members.map(({ marker }, index) => `max(eval(if(rule="${marker}", _time, null()))) AS seen_${index}`);
  const seen = (index: number) =>
    timespanSeconds === undefined ? `isnotnull(seen_${index})` : `_time-seen_${index}<=${timespanSeconds}`;
  const all = members.map((_, index) => seen(index));
  let where: string;
  if (expression !== undefined) where = textOf(renderExpression(expression, references, seen));
  else if (thresholds.length === 0) where = all.join(' AND ');
  else where = thresholdText(`(${all.map((one) => `if(${one}, 1, 0)`).join('+')})`, thresholds);
  return ['| sort 0 _time', `| streamstats ${times.join(', ')}${by}`, `| where ${where}`];
}

function nearCommands(
  events: SplEvents,
  kinds: number,
  aggregation: Aggregation,
  ctx: ConversionContext,
): readonly string[] {
  const span = spanText(aggregation.timespanSeconds ?? 0);
  approximate(
    ctx,
    `Events are gathered into groups of at most ${span}; parts that fall into two groups are not found.`,
  );
  const fields = events.groups.map((group) => `${commandName(group)} `).join('');
  return [events.head, `| transaction ${fields}maxspan=${span}`, `| where mvcount(mvdedup(rule))>=${kinds}`];
}

function renderExpression(
  expression: RuleReferenceTree,
  references: readonly string[],
  seen: (index: number) => string,
): Exclude<Rendered, boolean> {
  const walk = (node: RuleReferenceTree): Rendered => {
    switch (node.kind) {
      case 'reference':
        return seen(references.indexOf(node.reference));
      case 'not':
        return renderNot(`(${textOf(walk(node.child) as Exclude<Rendered, boolean>)})`, EVAL);
      default:
        return joinRendered(node.kind, node.children.map(walk), EVAL);
    }
  };
  return walk(expression) as Exclude<Rendered, boolean>;
}

function hasNot(node: RuleReferenceTree): boolean {
  return node.kind === 'not' || (node.kind !== 'reference' && node.children.some(hasNot));
}

/** Whether the expression asks for every rule and nothing else, as a plain list of rules does. */
function isPlainAnd(node: RuleReferenceTree, rules: number): boolean {
  if (node.kind === 'reference') return rules === 1;
  return (
    node.kind === 'and' && node.children.length === rules && node.children.every(({ kind }) => kind === 'reference')
  );
}

function noteWindows(ctx: ConversionContext, seconds: number): void {
  approximate(
    ctx,
    `Events are counted in fixed windows of ${spanText(seconds)}: a group that straddles an edge is split.`,
  );
}

function approximate(ctx: ConversionContext, message: string): void {
  ctx.note({ code: 'aggregation_approximated', message });
}
