import { alternativesRule, reportedRule, surestOfEach, valuesOf } from '../../draft/reported-rule.js';
import type { DraftItem, RuleDraft } from '../../draft/rule-draft.js';
import type { Service } from '../../model.js';
import { hasEnding } from '../../text/ends.js';
import type { Drafting } from '../kind.js';

const CREATED = { literal: 'CREATE', origin: { template: 'linux-service-unit' } };
const PATH = { literal: 'PATH', origin: { template: 'linux-service-unit' } };
const INSTALLED = { literal: 4697, origin: { template: 'security-service-installed' } };

/** One rule over the services of Windows that the advisory names, and one over the units of systemd. */
export function draftServices({ behaviours }: Drafting): readonly RuleDraft[] {
  const list = surestOfEach(behaviours.filter((each) => each.kind === 'service'));
  const units = list.filter(({ platforms }) => platforms.includes('endpoint-auditd'));
  const services = list.filter((service) => !units.includes(service));
  return [...(services.length > 0 ? [serviceRule(services)] : []), ...(units.length > 0 ? [unitRule(units)] : [])];
}

function serviceRule(list: readonly Service[]): RuleDraft {
  const named = (services: readonly Service[], modifiers: readonly string[]): readonly (readonly DraftItem[])[] =>
    services.length === 0
      ? []
      : [
          [
            { field: 'EventID', modifiers: [], values: [INSTALLED] },
            { field: 'ServiceName', modifiers, values: valuesOf(services, ({ value }) => value) },
          ],
        ];
  return alternativesRule(
    list,
    [
      ...named(
        list.filter(({ isStart }) => isStart !== true),
        [],
      ),
      ...named(
        list.filter(({ isStart }) => isStart === true),
        ['startswith'],
      ),
    ],
    {
      platform: 'endpoint-security',
      behaviour: 'service:installed',
      title: `Service Of The Reported Intrusion Installed - ${list[0]?.value}`,
      description: 'Detects the installation of services with the names that the advisory reports.',
      level: 'high',
      logsource: { product: 'windows', service: 'security' },
      falsepositives: ['Software that installs a service of the same name'],
    },
    'T1543.003',
  );
}

const UNIT_ENDINGS = ['.service', '.timer', '.socket', '.path'] as const;

function unitRule(list: readonly Service[]): RuleDraft {
  return reportedRule(
    list,
    [
      { field: 'type', modifiers: [], values: [PATH] },
      { field: 'name', modifiers: ['endswith'], values: valuesOf(list, ({ value }) => `/${unitOf(value)}`) },
      { field: 'nametype', modifiers: [], values: [CREATED] },
    ],
    {
      platform: 'endpoint-auditd',
      behaviour: 'service:unit',
      title: `Systemd Unit Of The Reported Intrusion Created - ${list[0]?.value}`,
      description: 'Detects the files of systemd units with the names that the advisory reports.',
      level: 'high',
      logsource: { product: 'linux', service: 'auditd' },
      falsepositives: ['Software that installs a unit of the same name'],
    },
    'T1543.002',
  );
}

/** The file of a unit, which is a service's where its name does not say otherwise. */
const unitOf = (name: string): string =>
  UNIT_ENDINGS.some((ending) => hasEnding(name, ending)) ? name : `${name}${UNIT_ENDINGS[0]}`;
