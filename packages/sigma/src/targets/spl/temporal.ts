import { renderReferences } from '../../convert/correlation/references.js';
import { approximate } from '../../convert/correlation/windows.js';
import { durationText } from '../../convert/duration.js';
import type { ConversionContext } from '../../convert/target.js';
import { type BooleanSyntax, type Rendered, textOf } from '../../convert/walk.js';
import type { Aggregation, RuleReferenceTree } from '../../model/rule.js';
import { thresholdText } from './counting.js';
import { type Correlated, groupsOf, type SplEvents } from './members.js';
import { searchName } from './quote.js';
import { EVAL } from './syntax.js';
import { byClause, windowCommands } from './windows.js';

/**
 * The commands that keep the events which complete an ordered chain. For every step, the latest start of a chain that has come so far is
 * carried along in time order, so a chain is found at any time and not only within fixed windows. Events of the same second count as in
 * order.
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
 * Kinds of events that must all occur within the timespan. The last time of each is carried along in time order, so they are found at any
 * time. A rule that must be absent is counted in whole windows, since only the end of a window shows that it did not occur.
 */
export function temporalCommands(events: SplEvents, correlated: Correlated, ctx: ConversionContext): readonly string[] {
  const { members, aggregation, expression, references } = correlated;
  const { timespanSeconds, thresholds } = aggregation;
  const by = byClause(groupsOf(events, aggregation));
  if (expression !== undefined && hasNot(expression)) {
    const counts = members.map(({ marker }, index) => `count(eval(rule="${marker}")) AS seen_${index}`);
    const where = seenText(expression, references, (index) => `seen_${index}>0`);
    return [...windowCommands(counts, events, correlated, ctx), `| where ${where}`];
  }
  const times = members.map(({ marker }, index) => `max(eval(if(rule="${marker}", _time, null()))) AS seen_${index}`);
  const seen = (index: number) =>
    timespanSeconds === undefined ? `isnotnull(seen_${index})` : `_time-seen_${index}<=${timespanSeconds}`;
  const all = members.map((_, index) => seen(index));
  let where: string;
  if (expression !== undefined) where = seenText(expression, references, seen);
  else if (thresholds.length === 0) where = all.join(' AND ');
  else where = thresholdText(`(${all.map((one) => `if(${one}, 1, 0)`).join('+')})`, thresholds);
  return ['| sort 0 _time', `| streamstats ${times.join(', ')}${by}`, `| where ${where}`];
}

/** `near`: events are collected into groups no longer than the timespan, which must contain every kind. */
export function nearCommands(
  events: SplEvents,
  kinds: number,
  aggregation: Aggregation,
  ctx: ConversionContext,
): readonly string[] {
  const span = durationText(aggregation.timespanSeconds ?? 0);
  approximate(
    `Events are gathered into groups of at most ${span}; parts that fall into two groups are not found.`,
    ctx,
  );
  const fields = groupsOf(events, aggregation)
    .map((group) => `${searchName(group)} `)
    .join('');
  return [`| transaction ${fields}maxspan=${span}`, `| where mvcount(mvdedup(rule))>=${kinds}`];
}

/** A negation shows its operand's bounds by parentheses. */
const REFERENCES: BooleanSyntax = { ...EVAL, notGroupsAtoms: true };

function seenText(
  expression: RuleReferenceTree,
  references: readonly string[],
  seen: (index: number) => string,
): string {
  const rendered = renderReferences(expression, REFERENCES, (reference) => seen(references.indexOf(reference)));
  return textOf(rendered as Exclude<Rendered, boolean>);
}

function hasNot(node: RuleReferenceTree): boolean {
  return node.kind === 'not' || (node.kind !== 'reference' && node.children.some(hasNot));
}
