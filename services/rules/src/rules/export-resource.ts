import { json, type TypeOf } from '@tripline/service';
import { EXPORT_FORMATS } from '../engine/tasks/export-rules.js';

/** Which of many rules can have which form. */
export const exportCheck = json.resource('ExportCheck', {
  formats: json.list(
    json.object({
      format: json.oneOf(EXPORT_FORMATS),
      can: json.integer.description('rules that can have the form').example(47),
      of: json.integer.example(50),
      cannot: json.list(
        json.object({
          ruleKey: json.uuid,
          title: json.text,
          message: json.text.example('the rule counts events, which an event pattern or a filter pattern cannot'),
        }),
      ),
    }),
  ),
});
export type ExportCheckResource = TypeOf<typeof exportCheck>;
