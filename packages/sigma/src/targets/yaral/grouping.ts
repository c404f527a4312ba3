import { approximate } from '../../convert/correlation/windows.js';
import type { ConversionContext } from '../../convert/target.js';
import { variableName } from './name.js';
import type { Correlated } from './rule-text.js';
import { COMMON_PATHS, fieldPath, isNumeric, outcomePath, type Source } from './source.js';

/** The match variables of a rule, which are the fields its events are grouped by. */
export interface Grouping {
  /** The list before `over`. */
  readonly variables: string;
  /** The placeholder assignments of one event variable for one source. */
  bind(variable: string, source: Source): readonly string[];
  /** The placeholder of a field that the rule groups by. */
  placeholder(field: string): string | undefined;
}

/** Groups by the correlation's fields; an alias names another field in each rule. */
export function groupingOf(
  { aggregation: { groupBy }, aliases }: Correlated,
  taken: Set<string>,
  ctx: ConversionContext,
): Grouping {
  if (groupBy.length === 0) return ungrouped(taken);
  const names = groupBy.map((field) => unusedName(field, taken));
  return {
    variables: names.map((name) => `$${name}`).join(', '),
    bind: (variable, source) =>
      groupBy.map((field, index) => `$${names[index]} = $${variable}.${pathIn(source, field, aliases, ctx)}`),
    placeholder: (field) => names[groupBy.indexOf(field)],
  };
}

/** The path that a correlation's field has in one of its sources. */
export function pathIn(source: Source, field: string, aliases: Correlated['aliases'], ctx: ConversionContext): string {
  return fieldPath(source, aliases.get(field)?.get(source.reference) ?? field, ctx);
}

/**
 * A match section needs a variable that joins the event variables. Where the rule groups by nothing, a constant made from a field that
 * every event has puts all events into one group.
 */
function ungrouped(taken: Set<string>): Grouping {
  const name = unusedName('all_events', taken);
  return {
    variables: `$${name}`,
    bind: (variable, { kind }) => [`$${name} = re.replace($${variable}.${COMMON_PATHS.origin[kind]}, \`^.*$\`, "all")`],
    placeholder: () => undefined,
  };
}

/** Outcome lines, and where a detection has the values of the fields that another rule asks for. */
interface Carried {
  readonly lines: readonly string[];
  readonly values: ReadonlyMap<string, string>;
}

/** Outcome variables that hand the fields of the rule's events to the rules that read its detections. */
export function carriedOutcomes(
  variable: string,
  { header, sources, aliases, carried }: Correlated,
  grouping: Grouping,
  taken: Set<string>,
  ctx: ConversionContext,
): Carried {
  const [first] = sources;
  const values = new Map<string, string>();
  if (first === undefined) return { lines: [], values };
  const lines = carried.map((field) => {
    const path = pathIn(first, field, aliases, ctx);
    const placeholder = grouping.placeholder(field);
    const name = unusedName(`${field}_values`, taken);
    values.set(field, outcomePath(name, isNumeric(path)));
    if (placeholder !== undefined) return `$${name} = array_distinct($${placeholder})`;
    approximate(
      `"${header.title}" does not group by ${field}: a detection has at most 25 of its values, those of the first kind of event.`,
      ctx,
    );
    return `$${name} = array_distinct($${variable}.${path})`;
  });
  return { lines, values };
}

/** A variable name made from a text, and not yet used in the rule. */
export function unusedName(text: string, taken: Set<string>): string {
  const base = variableName(text);
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
  taken.add(name);
  return name;
}
