import type { ConversionContext } from '../../convert/target.js';
import type { SigmaCorrelation } from '../../model/rule.js';
import { variableName } from './name.js';
import { fieldPath, type Source } from './source.js';

/** The match variables of a rule, which are the fields its events are grouped by. */
export interface Grouping {
  /** The list before `over`. */
  readonly variables: string;
  /** The placeholder assignments of one event variable for one source. */
  bind(variable: string, source: Source): readonly string[];
}

/** Groups by the correlation's fields; an alias names another field in each rule. */
export function groupingOf(
  groupBy: readonly string[],
  aliases: SigmaCorrelation['aliases'] | undefined,
  taken: Set<string>,
  ctx: ConversionContext,
): Grouping {
  if (groupBy.length === 0) return ungrouped(taken);
  const names = groupBy.map((field) => unusedName(field, taken));
  return {
    variables: names.map((name) => `$${name}`).join(', '),
    bind: (variable, source) =>
      groupBy.map((field, index) => {
        const own = aliases?.get(field)?.get(source.reference) ?? field;
        return `$${names[index]} = $${variable}.${fieldPath(source, own, ctx)}`;
      }),
  };
}

/**
 * A match section needs a variable that joins the event variables. Where the rule groups by nothing, a constant made from a field that
 * every event has puts all events into one group.
 */
function ungrouped(taken: Set<string>): Grouping {
  const name = unusedName('all_events', taken);
  return {
    variables: `$${name}`,
    bind: (variable, source) => {
      const path = source.kind === 'events' ? 'metadata.log_type' : 'detection.detection.rule_name';
      return [`$${name} = re.replace($${variable}.${path}, \`^.*$\`, "all")`];
    },
  };
}

/** A variable name made from a text, and not yet used in the rule. */
export function unusedName(text: string, taken: Set<string>): string {
  const base = variableName(text);
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
  taken.add(name);
  return name;
}
