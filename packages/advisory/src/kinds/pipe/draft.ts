import { reportedRule, surestOfEach, valuesOf } from '../../draft/reported-rule.js';
import type { RuleDraft } from '../../draft/rule-draft.js';
import { isListed } from '../../knowledge/word-pattern.js';
import { hasAny } from '../../text/shape.js';
import type { Drafting } from '../kind.js';

/** One rule over named pipes of the actor's own. */
export function draftPipes({ behaviours }: Drafting): readonly RuleDraft[] {
  const list = surestOfEach(behaviours.filter((each) => each.kind === 'pipe')).filter(
    ({ value }) => !hasAny(value, '<>{*') && !isListed('windows-pipes', value),
  );
  const first = list[0];
  if (first === undefined) return [];
  return [
    reportedRule(
      list,
      [{ field: 'PipeName', modifiers: [], values: valuesOf(list, ({ value }) => `\\${value}`) }],
      {
        platform: 'endpoint-sysmon',
        behaviour: 'pipe',
        title: `Named Pipe Of The Reported Intrusion - ${first.value}`,
        description: 'Detects the creation of the named pipes that the advisory reports.',
        level: 'high',
        logsource: { category: 'pipe_created', product: 'windows' },
        falsepositives: ['Software that uses a pipe of the same name'],
      },
      'T1570',
    ),
  ];
}
