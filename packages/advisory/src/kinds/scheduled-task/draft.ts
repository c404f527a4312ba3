import { alternativesRule, surestOfEach, valuesOf } from '../../draft/reported-rule.js';
import type { DraftItem, RuleDraft } from '../../draft/rule-draft.js';
import type { ScheduledTask } from '../../model.js';
import type { Drafting } from '../kind.js';

const CREATED = { literal: 4698, origin: { template: 'security-task-created' } };

/** One rule over the scheduled tasks that the advisory names. */
export function draftScheduledTasks({ behaviours }: Drafting): readonly RuleDraft[] {
  const list = surestOfEach(behaviours.filter((each) => each.kind === 'scheduled-task'));
  const first = list[0];
  if (first === undefined) return [];
  const named = (tasks: readonly ScheduledTask[], modifier: string): readonly (readonly DraftItem[])[] =>
    tasks.length === 0
      ? []
      : [
          [
            { field: 'EventID', modifiers: [], values: [CREATED] },
            {
              field: 'TaskName',
              modifiers: [modifier],
              values: valuesOf(tasks, ({ value }) => (value.startsWith('\\') ? value : `\\${value}`)),
            },
          ],
        ];
  return [
    alternativesRule(
      list,
      // Tasks with the beginning of a name stand in any folder too.
      [
        ...named(
          list.filter(({ isStart }) => isStart !== true),
          'endswith',
        ),
        ...named(
          list.filter(({ isStart }) => isStart === true),
          'contains',
        ),
      ],
      {
        platform: 'endpoint-security',
        behaviour: 'task:created',
        title: `Scheduled Task Of The Reported Intrusion Created - ${first.value}`,
        description: 'Detects the creation of scheduled tasks with the names that the advisory reports.',
        level: 'high',
        logsource: { product: 'windows', service: 'security' },
        falsepositives: ['Software that creates a task of the same name'],
      },
      'T1053.005',
    ),
  ];
}
