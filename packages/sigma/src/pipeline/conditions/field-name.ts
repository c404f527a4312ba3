import { escaped } from '../../characters.js';
import { compileText } from '../expression.js';
import type { Check } from '../model.js';
import type { Parameters } from '../parameters.js';
import type { ConditionReaders } from './group.js';
import { readProcessingState } from './state.js';

/** The conditions on a field's name, by their type. A keyword search has none. */
export const FIELD_NAME_CONDITIONS: ConditionReaders<string | undefined> = {
  include_fields: readFields,
  exclude_fields(parameters) {
    const includes = readFields(parameters);
    return (field, run) => !includes(field, run);
  },
  processing_item_applied(parameters) {
    const id = parameters.text('processing_item_id');
    return (field, run) => field !== undefined && run.wasAppliedToField(field, id);
  },
  processing_state: readProcessingState,
};

/** Names, with `*` for any characters; regular expressions that must match from the start in the mode `re`. */
function readFields(parameters: Parameters): Check<string | undefined> {
  const fields = parameters.texts('fields');
  const mode = parameters.word('mode', ['plain', 're']);
  const names = new Set(mode === 'plain' ? fields.filter((field) => !field.includes('*')) : []);
  const patterns = fields
    .filter((field) => !names.has(field))
    .map((field) =>
      parameters.at('fields', () =>
        compileText(mode === 're' ? field : `${field.split('*').map(escapeExpression).join('.*')}$`),
      ),
    );
  return (field, run) => {
    run.visit(1);
    return field !== undefined && (names.has(field) || patterns.some((pattern) => pattern.matchesStart(field)));
  };
}

function escapeExpression(text: string): string {
  return escaped(text, '\\^$.*+?()[]{}|');
}
