import { reportedRule, surestOfEach, valuesOf } from '../../draft/reported-rule.js';
import type { RuleDraft } from '../../draft/rule-draft.js';
import type { Drafting } from '../kind.js';

const CREATED = { literal: 4698, origin: { template: 'security-task-created' } };

/** One rule over the scheduled tasks that the advisory names. */
export function draftScheduledTasks({ behaviours }: Drafting): readonly RuleDraft[] {
  const list = surestOfEach(behaviours.filter((each) => each.kind === 'scheduled-task'));
  const first = list[0];
  if (first === undefined) return [];
  return [
    reportedRule(
      list,
      [
        { field: 'EventID', modifiers: [], values: [CREATED] },
        {
          field: 'TaskName',
          modifiers: ['endswith'],
          values: valuesOf(list, ({ value }) => (value.startsWith('\\') ? value : `\\${value}`)),
        },
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
