import { isName, withoutEnd } from '../characters.js';
import { SigmaError } from '../model/error.js';
import type { Logsource } from '../model/rule.js';
import type { GivenNames } from '../pipeline/run.js';
import { remembered } from '../remembered.js';
import { withGivenNames } from './given-names.js';
import { type MapFamily, type ResolvedMap, resolveMap } from './maps.js';
import type { Note } from './note.js';
import { type StackOwner, stackOf } from './stacks.js';

/** Where the events are, in the words of the products. Each target uses those that it has. */
export interface DataPlace {
  /** Splunk's index; the index pattern that a deployable form of Elastic or OpenSearch reads. */
  readonly index?: string;
  /** Splunk's source type. */
  readonly sourcetype?: string;
  /** The table of Sentinel or Defender XDR, instead of the one that the map names. */
  readonly table?: string;
}

/** Looks up the map of a log source in one family. */
export type FieldMaps = (family: MapFamily, logsource: Logsource) => ResolvedMap;

/** What else names fields and scopes than the built-in maps. */
export interface MapChanges {
  /** The id of a named stack. */
  readonly stack: string | undefined;
  readonly place: DataPlace;
  readonly names: GivenNames | undefined;
  /** False for no map but what `place` says (`pipeline: 'none'`). */
  readonly builtIn: boolean;
}

const BARE: ResolvedMap = {
  matched: true,
  scope: {},
  fields: new Map(),
  reads: { scopes: [], sources: [], fields: new Map() },
};

/**
 * The maps of a conversion: those of the stack or the built-in ones, with the places that the caller names, and with the names that
 * processing pipelines gave.
 * @throws SigmaError UnknownStack
 */
export function fieldMapsFor(
  target: StackOwner,
  { stack, place, names, builtIn }: MapChanges,
  note: (note: Note) => void,
): FieldMaps {
  const isPlaced = place.index !== undefined || place.sourcetype !== undefined || place.table !== undefined;
  const stacked = stack === undefined ? undefined : stackOf(target, stack);
  if (stacked === undefined && !isPlaced && names === undefined && builtIn) return resolveMap;
  const made = new Map<ResolvedMap, ResolvedMap>();
  return (family, logsource) => {
    const found = builtIn ? stacked?.(family, logsource) : undefined;
    if (found?.own === false) noteDefault(stack as string, logsource, note);
    const map = found?.map ?? (builtIn ? resolveMap(family, logsource) : BARE);
    return remembered(made, map, () => {
      const changed = isPlaced ? placed(family, map, place) : map;
      return names === undefined ? changed : withGivenNames(family, changed, names);
    });
  };
}

function noteDefault(stack: string, logsource: Logsource, note: (note: Note) => void): void {
  const named = [logsource.product, logsource.category, logsource.service].filter((part) => part !== undefined);
  note({
    code: 'stack_default',
    message: `The stack ${stack} has nothing of its own for the log source ${named.join('/')}: the default's names are used.`,
  });
}

const TABLE_CHARACTERS_MAX = 256;

/** A table, or a function that gives one, as it stands in the query. */
function tableName(table: string): string {
  const name = withoutEnd(table, '()');
  if (isName(name) && name.length <= TABLE_CHARACTERS_MAX) return table;
  throw new SigmaError(
    'InvalidField',
    `the table ${JSON.stringify(table.slice(0, 80))} is no name of a table or function`,
  );
}

function placed(family: MapFamily, map: ResolvedMap, { index, sourcetype, table }: DataPlace): ResolvedMap {
  const scope: Record<string, unknown> = {};
  if (family === 'spl') {
    // The index comes first, as people write it.
    if (index !== undefined) scope['index'] = index;
    if (sourcetype !== undefined) scope['sourcetype'] = sourcetype;
    return { ...map, scope: { ...scope, ...map.scope, ...scope } };
  }
  if (family === 'kql' && table !== undefined) scope['from'] = tableName(table);
  if ((family === 'ecs' || family === 'opensearch') && index !== undefined) scope['index'] = index;
  return { ...map, scope: { ...map.scope, ...scope } };
}
