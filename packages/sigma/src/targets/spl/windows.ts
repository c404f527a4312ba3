import { fixedWindows, slides } from '../../convert/correlation/windows.js';
import { durationText } from '../../convert/duration.js';
import type { ConversionContext } from '../../convert/target.js';
import type { Aggregation } from '../../model/rule.js';
import { type Correlated, groupsOf, type SplEvents } from './members.js';
import { searchName } from './quote.js';

/** Most events that one window of `streamstats` holds: the default of `max_stream_window` in limits.conf. */
const STREAM_WINDOW_MAX = 10_000;

/** `BY` and its columns, or nothing where there are none. */
export function byClause(columns: readonly string[]): string {
  return columns.length === 0 ? '' : ` BY ${columns.map(searchName).join(', ')}`;
}

/**
 * The commands that calculate `functions` for the windows of each group: one row a window. Inside another correlation the row gets the time
 * of its last event, so that order and distance come from events and not from a window's edge, and the fields that the outer one needs.
 */
export function windowCommands(
  functions: readonly string[],
  events: SplEvents,
  { aggregation, carried }: Correlated,
  ctx: ConversionContext,
): readonly string[] {
  const groups = groupsOf(events, aggregation);
  const inner = carried !== undefined;
  const others = (carried ?? []).map((name) => events.columns.get(name) as string);
  const values = [...new Set(others.filter((name) => !groups.includes(name)))].map(
    (name) => `values(${searchName(name)}) AS ${searchName(name)}`,
  );
  const { timespanSeconds } = aggregation;
  if (timespanSeconds !== undefined && countsSliding(aggregation, ctx)) {
    // In falling time the window of an event holds what follows it. Windows with the same end lie within each other: the one that begins
    // first, after `reverse` the first, holds all of them.
    const all = [...functions, 'max(_time) AS window_end', ...values].join(', ');
    return [
      '| sort 0 -_time',
      `| streamstats time_window=${durationText(timespanSeconds)} ${all}${byClause(groups)}`,
      '| reverse',
      `| dedup ${['window_end', ...groups.map(searchName)].join(' ')}`,
      ...(inner ? ['| eval _time=window_end'] : []),
    ];
  }
  const all = [...functions, ...(inner ? ['max(_time) AS _time'] : []), ...values].join(', ');
  if (timespanSeconds === undefined) return [`| stats ${all}${byClause(groups)}`];
  const span = fixedWindows(timespanSeconds, ctx);
  return [
    `| bin _time span=${span}${inner ? ' AS window' : ''}`,
    `| stats ${all}${byClause([inner ? 'window' : '_time', ...groups])}`,
  ];
}

/** Whether events are counted in windows that slide: where they are wanted, and can hold as many events as are counted. */
export function countsSliding({ type, thresholds, timespanSeconds }: Aggregation, ctx: ConversionContext): boolean {
  const counts = type === 'event_count' || type === 'value_count';
  const tooMany = counts && thresholds.some(({ value }) => value >= STREAM_WINDOW_MAX);
  return slides(timespanSeconds, ctx) && !tooMany;
}
