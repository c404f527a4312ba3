import type { MappedField, ResolvedMap } from '../../convert/maps.js';
import type { ConversionContext } from '../../convert/target.js';
import { partOf } from '../../convert/text/leaf-scope.js';
import { logsourceName } from '../../convert/text/tokens.js';
import type { RulePath } from '../../model/condition.js';
import type { Logsource } from '../../model/rule.js';
import { remembered } from '../../remembered.js';
import { quote } from './quote.js';

/** Looks up the Splunk names of a rule's fields, and notes names that no map or no source confirms. */
export interface SplFields {
  readonly ctx: ConversionContext;
  readonly map: ResolvedMap | undefined;
  /** The native place of a Sigma field; `path` is the rule's item for the note. */
  find(field: string, path: RulePath): MappedField;
  /** Whether the field is a whole JSON object, which only `json_extract` reaches. */
  isObject(field: string): boolean;
}

/** The look-up for a rule's log source; without a pipeline every field keeps the rule's name. */
export function splFields(logsource: Logsource, ctx: ConversionContext): SplFields {
  if (ctx.settings.pipeline === 'none') return { ctx, map: undefined, find: unchanged, isObject: () => false };
  const map = ctx.fieldMap('spl', logsource);
  if (!map.matched) {
    ctx.note({
      code: 'unmapped_logsource',
      message: `No map knows the log source ${logsourceName(logsource)}: the search is not limited to its events. Add index and sourcetype.`,
    });
  }
  return {
    ctx,
    map,
    isObject: (field) => map.fields.get(field)?.type === 'json',
    find(field, path) {
      const mapped = map.fields.get(field);
      if (mapped === undefined) {
        // Splunk's own convention for unmapped names: JSON paths with dots, arrays marked `{}`.
        const placed = underPrefix(field, map.scope['prefixes'] as Prefixes | undefined).replaceAll('[]', '{}');
        ctx.note({
          code: 'unmapped_field',
          message: `No map knows the field ${field} of ${logsourceName(logsource)}; it is searched ${placed === field ? 'under its own name' : `as ${placed}`}.`,
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

/** One native name of a field, written for a command. */
export interface SplPlace {
  readonly name: string;
  readonly field: MappedField;
  /** Whether it is a whole JSON object, which has no name: only `json_extract` reaches it. */
  readonly whole: boolean;
}

type Spell = (name: string) => string;

/** Places of the maps' fields, which are the same objects for all rules. */
const written = new Map<Spell, WeakMap<MappedField, readonly SplPlace[]>>();

/** The places of a field in the spelling of a command. */
export function splPlaces(field: MappedField, spell: Spell): readonly SplPlace[] {
  if (!field.mapped) return writePlaces(field, spell);
  const bySpelling = remembered(written, spell, () => new WeakMap<MappedField, readonly SplPlace[]>());
  return remembered(bySpelling, field, () => writePlaces(field, spell));
}

function writePlaces(field: MappedField, spell: Spell): readonly SplPlace[] {
  const whole = field.type === 'json';
  return field.names.map((name) => ({
    name: whole ? `json_extract(_raw, ${quote(name)})` : spell(name),
    field,
    whole,
  }));
}
