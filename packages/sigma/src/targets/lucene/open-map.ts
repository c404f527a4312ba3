import type { MapFamily, MappedField } from '../../convert/maps.js';
import { noteSharedScope, type ScopeText } from '../../convert/shared-scope.js';
import type { ConversionContext } from '../../convert/target.js';
import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { logsourceName } from '../../convert/text/tokens.js';
import type { Logsource } from '../../model/rule.js';
import { type LuceneMap, luceneMap, UNMAPPED } from './resolve.js';

/** The map of a log source in a conversion, with notes of the events that its scope does not tell from the rule's. */
export function openMap(family: MapFamily, logsource: Logsource, ctx: ConversionContext): LuceneMap {
  if (ctx.settings.pipeline === 'none') return UNMAPPED;
  const map = luceneMap(ctx.fieldMap(family, logsource), family);
  if (!map.matched) {
    ctx.note({
      code: 'unmapped_logsource',
      message: `No map knows the log source ${logsourceName(logsource)}: the query searches every event. Search the right index, or add a scope by add_condition in a pipeline.`,
    });
  }
  if (map.scope.unscoped !== undefined) ctx.note({ code: 'unmapped_logsource', message: map.scope.unscoped });
  else noteSharedScope(family, logsource, scopeText, ctx);
  return map;
}

/** The place of a rule's field, with a note where no map or no source confirms it. */
export function placeOf(name: string, map: LuceneMap, scope: LeafScope): MappedField {
  const field = map.field(name);
  if (map !== UNMAPPED && !field.mapped) {
    scope.note(
      'unmapped_field',
      `No map knows the field ${name}; it stands as ${field.names.join(', ')}. If your events name it otherwise, map it by field_name_mapping in a pipeline.`,
    );
  }
  if (field.unsure !== undefined) scope.note('unsure_field', field.unsure);
  return field;
}

const scopeText: ScopeText = ({ scope }) => (scope as LuceneMap['scope']).filter ?? '';
