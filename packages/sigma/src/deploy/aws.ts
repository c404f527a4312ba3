import type { Note } from '../convert/note.js';
import { logsourceName } from '../convert/text/tokens.js';
import type { Condition } from '../model/condition.js';
import { SigmaError } from '../model/error.js';
import type { SigmaRule } from '../model/rule.js';
import { eventPattern } from './aws/event-pattern.js';
import { filterPattern } from './aws/filter-pattern.js';

/** A detection in AWS's own format, made from a rule on CloudTrail. */
export interface AwsDetection {
  /** The JSON of the event pattern, or the text of the filter pattern. */
  readonly text: string;
  /** Differences from the rule. It never matches less, except where `case_plain` names a spelling. */
  readonly notes: readonly Note[];
}

/**
 * The rule as an Amazon EventBridge event pattern (JSON) on management events that CloudTrail delivers to the default bus. Throws a
 * `SigmaError`: `InvalidLogsource` for rules on anything but aws/cloudtrail, `InvalidDetection` for rules that count events.
 */
export function toEventBridgePattern(rule: SigmaRule): AwsDetection {
  return detection(rule, (tree, note) => JSON.stringify(eventPattern(tree, note), undefined, 2));
}

/** The rule as a CloudWatch Logs metric filter pattern on a trail's log group. Throws as `toEventBridgePattern` does. */
export function toMetricFilter(rule: SigmaRule): AwsDetection {
  return detection(rule, filterPattern);
}

function detection(rule: SigmaRule, write: (tree: Condition, note: (note: Note) => void) => string): AwsDetection {
  const { product, service } = rule.logsource;
  if (product?.toLowerCase() !== 'aws' || (service !== undefined && service.toLowerCase() !== 'cloudtrail')) {
    throw new SigmaError(
      'InvalidLogsource',
      `only rules of product aws, service cloudtrail become detections of AWS, not those of ${logsourceName(rule.logsource) || 'no log source'}`,
      {
        document: rule.document,
        path: 'logsource',
      },
    );
  }
  if (rule.conditions.some((condition) => condition.aggregation !== undefined)) {
    throw new SigmaError(
      'InvalidDetection',
      'the rule counts events, which an event pattern or a filter pattern cannot',
      {
        document: rule.document,
        path: 'detection.condition',
      },
    );
  }
  const notes = new Map<string, Note>();
  const trees = rule.conditions.map(({ tree }) => tree);
  const tree: Condition = trees.length === 1 ? (trees[0] as Condition) : { kind: 'or', children: trees };
  const text = write(tree, (note) => notes.set(JSON.stringify(note), note));
  return { text, notes: [...notes.values()] };
}
