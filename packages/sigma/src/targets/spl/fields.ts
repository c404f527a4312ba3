import type { MappedField, ResolvedMap } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import type { RulePath } from '../../model/condition.js';
import type { Logsource } from '../../model/rule.js';

/** Looks up the Splunk names of a rule's fields, and notes names that no map or no source confirms. */
export interface SplFields {
  readonly map: ResolvedMap | undefined;
  /** The native place of a Sigma field; `path` is the rule's item for the note. */
  find(field: string, path: RulePath): MappedField;
  /** Whether the field is a whole JSON object, which only `json_extract` reaches. */
  isObject(field: string): boolean;
}

/** The look-up for a rule's log source; without a pipeline every field keeps the rule's name. */
export function splFields(logsource: Logsource, ctx: ConversionContext): SplFields {
  if (ctx.settings.pipeline === 'none') return { map: undefined, find: unchanged, isObject: () => false };
  const map = ctx.fieldMap('spl', logsource);
  if (!map.matched) {
    ctx.note({
      code: 'unmapped_logsource',
      message: `No map knows the log source ${describe(logsource)}: the search is not limited to its events. Add index and sourcetype.`,
    });
  }
  return {
    map,
    isObject: (field) => map.fields.get(field)?.type === 'json',
    find(field, path) {
      const mapped = map.fields.get(field);
      if (mapped === undefined) {
        // Splunk's own convention for unmapped names: JSON paths with dots, arrays marked `{}`.
        const placed = underPrefix(field, map.scope['prefixes'] as Prefixes | undefined).replaceAll('[]', '{}');
        ctx.note({
          code: 'unmapped_field',
          message: `No map knows the field ${field} of ${describe(logsource)}; it is searched ${placed === field ? 'under its own name' : `as ${placed}`}.`,
          part: partOf(path),
        });
        return unchanged(placed);
      }
      if (mapped.unsure !== undefined) ctx.note({ code: 'unsure_field', message: mapped.unsure, part: partOf(path) });
      return mapped;
    },
  };
}

/** Where fields with a prefix are, for events wrapped in others: `protoPayload.` → `data.protoPayload.`. */
type Prefixes = Readonly<Record<string, string>>;

function underPrefix(field: string, prefixes: Prefixes = {}): string {
  for (const [prefix, place] of Object.entries(prefixes)) {
    if (field.startsWith(prefix)) return place + field.slice(prefix.length);
  }
  return field;
}

function unchanged(name: string): MappedField {
  return { names: [name], type: 'string', casing: 'free', mapped: false };
}

/** The item of a rule, as in notes. */
export function partOf({ selection, item }: RulePath): string {
  return item === '' ? selection : `${selection}.${item}`;
}

function describe(logsource: Logsource): string {
  return [logsource.product, logsource.category, logsource.service].filter((part) => part !== undefined).join('/');
}
