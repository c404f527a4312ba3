import { reportedRule, surestOfEach, valuesOf } from '../../draft/reported-rule.js';
import type { RuleDraft } from '../../draft/rule-draft.js';
import type { Drafting } from '../kind.js';

const INSTALLED = { literal: 4697, origin: { template: 'security-service-installed' } };

/** One rule over the services that the advisory names. */
export function draftServices({ behaviours }: Drafting): readonly RuleDraft[] {
  const list = surestOfEach(behaviours.filter((each) => each.kind === 'service'));
  const first = list[0];
  if (first === undefined) return [];
  return [
    reportedRule(
      list,
      [
        { field: 'EventID', modifiers: [], values: [INSTALLED] },
        { field: 'ServiceName', modifiers: [], values: valuesOf(list, ({ value }) => value) },
      ],
      {
        platform: 'endpoint-security',
        behaviour: 'service:installed',
        title: `Service Of The Reported Intrusion Installed - ${first.value}`,
        description: 'Detects the installation of services with the names that the advisory reports.',
        level: 'high',
        logsource: { product: 'windows', service: 'security' },
        falsepositives: ['Software that installs a service of the same name'],
      },
      'T1543.003',
    ),
  ];
}
