import { fixedWindows, slides } from '../../convert/correlation/windows.js';
import { durationText } from '../../convert/duration.js';
import type { ConversionContext } from '../../convert/target.js';
import { identifierOf } from './literal.js';

/** Columns that the operators of a correlation make. */
const OWN_COLUMNS = [
  'TimeGenerated',
  'EventTime',
  'AllEvents',
  'Rule',
  'RuleOrder',
  'Value',
  'Step',
  'Rules',
  'FirstSeen',
  'LastSeen',
  'EventCount',
  'Values',
  'Type',
];

/** The columns that hold group-by fields, in their order. */
export function groupNames(groupBy: readonly string[]): string[] {
  const taken = new Set(OWN_COLUMNS);
  return groupBy.map((field) => {
    let name = identifierOf(field);
    while (taken.has(name)) name += '_';
    taken.add(name);
    return name;
  });
}

/**
 * The operators that calculate measures for the windows of each group: one row a window, with the time of its first and last event. `name`
 * is what the query may call its events; a query within another needs a name of its own.
 */
export function windowOperators(
  measures: readonly string[],
  groups: readonly string[],
  timespanSeconds: number | undefined,
  name: string,
  ctx: ConversionContext,
): string[] {
  if (timespanSeconds === undefined) {
    const all = ['TimeGenerated = max(TimeGenerated)', ...measures, ...seen('TimeGenerated')];
    return [`summarize ${all.join(', ')}${groups.length === 0 ? '' : ` by ${groups.join(', ')}`}`];
  }
  if (!slides(timespanSeconds, ctx)) {
    const span = fixedWindows(timespanSeconds, ctx);
    const by = [`bin(TimeGenerated, ${span})`, ...groups];
    return [`summarize ${[...measures, ...seen('TimeGenerated')].join(', ')} by ${by.join(', ')}`];
  }
  const span = durationText(timespanSeconds);
  // `join` wants a key, also where everything is one group.
  const keys = groups.length === 0 ? 'AllEvents' : groups.join(', ');
  return [
    ...(groups.length === 0 ? ['extend AllEvents = 1'] : []),
    `as hint.materialized=true ${name}`,
    `distinct TimeGenerated, ${keys}`,
    `join kind=inner (${name} | project-rename EventTime = TimeGenerated) on ${keys}`,
    `where EventTime - TimeGenerated between (0s .. ${span})`,
    `summarize ${[...measures, ...seen('EventTime')].join(', ')} by TimeGenerated, ${keys}`,
    // Windows with the same end lie within each other: the one that begins first holds all of them.
    `summarize arg_min(TimeGenerated, *) by ${['LastSeen', ...groups].join(', ')}`,
  ];
}

function seen(time: string): readonly string[] {
  return [`FirstSeen = min(${time})`, `LastSeen = max(${time})`];
}
