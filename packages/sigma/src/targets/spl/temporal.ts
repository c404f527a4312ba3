import type { ConversionContext } from '../../convert/target.js';
import { joinRendered, type Rendered, renderNot, textOf } from '../../convert/walk.js';
import type { Aggregation, RuleReferenceTree } from '../../model/rule.js';
import { approximate, byClause, noteWindows, spanText, thresholdText } from './counting.js';
import { type Correlated, groupsOf, type SplEvents } from './members.js';
import { searchName } from './quote.js';
import { EVAL } from './syntax.js';

/**
 * The commands that leave the events which complete an ordered chain: for every step the latest start of a chain that has come so far is carried
 * along in time order, so a chain is found wherever it lies, not only within fixed windows. Events of the same second count as in order.
 */
export function orderedChain(
  markers: readonly string[],
  groups: readonly string[],
  timespanSeconds: number | undefined,
): readonly string[] {
  const by = byClause(groups);
  const commands = ['| sort 0 _time, rule_order'];
  const last = markers.length - 1;
  for (const [index, marker] of markers.entries()) {
    const started = `step_${index}`;
    const isMarker = `rule="${marker}"`;
    if (index === 0) {
      commands.push(`| streamstats max(eval(if(${isMarker}, _time, null()))) AS ${started}${by}`);
      continue;
    }
    const before = `step_${index - 1}`;
    const within = timespanSeconds === undefined ? '' : ` AND _time-${before}<=${timespanSeconds}`;
    if (index === last) commands.push(`| where ${isMarker} AND isnotnull(${before})${within}`);
    else commands.push(`| streamstats max(eval(if(${isMarker}${within}, ${before}, null()))) AS ${started}${by}`);
  }
  return commands;
}

/**
 * Kinds of events that must all be seen within the timespan. The last time of each is carried along in time order, so they are found wherever
 * they lie; only a rule that must be absent is looked for in fixed windows, as nothing but a window's end shows that it did not come.
 */
export function temporalCommands(
  events: SplEvents,
  { members, aggregation, expression, references }: Correlated,
  ctx: ConversionContext,
): readonly string[] {
  const { timespanSeconds, thresholds } = aggregation;
  const by = byClause(groupsOf(events, aggregation));
  if (expression !== undefined && hasNot(expression)) {
    const commands: string[] = [];
    let groups = groupsOf(events, aggregation);
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

/** `near`: events gathered into groups no longer than the timespan, which must hold every kind. */
export function nearCommands(
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
  const fields = groupsOf(events, aggregation)
    .map((group) => `${searchName(group)} `)
    .join('');
  return [`| transaction ${fields}maxspan=${span}`, `| where mvcount(mvdedup(rule))>=${kinds}`];
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
