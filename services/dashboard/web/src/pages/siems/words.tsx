import type { Known } from '@tripline/client/typed-client';
import type { Coverage } from '../../api/clients.js';
import { entryFor, wordsFor } from '../../api/open-list.js';
import { Badge } from '../../ui/badge.js';
import { seesReason } from '../accounts/words.js';

/** The kinds of SIEM, each with what its export is. */
export const KINDS: readonly {
  readonly value: Known<Coverage['Siem']['kind']>;
  readonly label: string;
  readonly file: string;
}[] = [
  {
    value: 'splunk',
    label: 'Splunk',
    file: 'savedsearches.conf or the JSON of saved/searches; an archive of the app brings its macros too.',
  },
  {
    value: 'sentinel',
    label: 'Microsoft Sentinel',
    file: 'An ARM template that the portal exports, the JSON of alertRules, or an archive of YAML rules.',
  },
  { value: 'elastic', label: 'Elastic Security', file: 'The NDJSON that Kibana exports, or an archive of TOML rules.' },
  { value: 'opensearch', label: 'OpenSearch', file: 'The JSON of monitors, or Sigma rules of Security Analytics.' },
  { value: 'google', label: 'Google SecOps', file: 'YARA-L as text or an archive, or the JSON that lists rules.' },
  { value: 'sigma', label: 'Sigma', file: 'A YAML file, or an archive of a folder.' },
];

/** A kind of SIEM in words. */
export const kindName = (kind: string): string => KINDS.find(({ value }) => value === kind)?.label ?? kind;

const CAN_FIRE = {
  yes: ['good', 'can fire'],
  no: ['bad', 'never fires'],
  unknown: ['plain', 'not known'],
} as const;

/** Whether a rule could fire, in words. */
export const canFireWords = (answer: string): string => (entryFor(CAN_FIRE, answer) ?? ['', wordsFor({}, answer)])[1];

/** Whether a rule could fire. */
export const CanFireBadge = ({ answer }: { answer: Coverage['SiemRule']['can_fire'] }) => {
  const [kind, text] = entryFor(CAN_FIRE, answer) ?? ['plain', wordsFor({}, answer)];
  return <Badge kind={kind}>{text}</Badge>;
};

const OWN_REASONS: Readonly<Record<string, string>> = {
  disabled: 'It is switched off in the SIEM.',
  failing: 'Its runs fail.',
  not_scheduled: 'Nothing runs it: it has no schedule.',
  never_runs: 'Nothing runs it: its schedule never comes.',
  tells_nobody: 'It finds, but tells nobody: it has no action, and raises no alert.',
  deprecated: 'Its author no longer supports it.',
  query_unread: 'Its query could not be read, and names no event.',
  no_account: 'No cloud account feeds this SIEM.',
  log_elsewhere: 'No account that feeds this SIEM has its log; it may come from elsewhere.',
};

/** Why a rule never fires, or why nobody knows whether it can. */
export const fireReason = (reason: string): string => entryFor(OWN_REASONS, reason) ?? seesReason(reason);

const READ: Readonly<Record<Known<Coverage['SiemRule']['read']>, string>> = {
  whole: 'whole',
  part: 'in part',
  none: 'not',
};

/** How much of a query was read. */
export const readWords = (read: string): string => wordsFor(READ, read);
