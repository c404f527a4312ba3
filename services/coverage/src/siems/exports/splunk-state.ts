import { neverComes } from './cron.js';
import { type IdleReason, type RuleState, UNTOLD } from './exported-rule.js';
import { flagOf, instantOf, type Loose, textOf } from './json-values.js';

/**
 * What a saved search says of whether it runs and whom it tells.
 * @param isWhole that what is not set has the default, as in a `.conf`; an answer of the REST API may have been asked for some fields alone
 * @see https://docs.splunk.com/Documentation/Splunk/latest/Admin/Savedsearchesconf, "is_scheduled", "alert.track", "alert.suppress", "action.<action_name>"
 */
export function stateOfSearch(settings: Loose, search: string, isWhole: boolean): RuleState {
  const schedule = textOf(settings['cron_schedule']) ?? null;
  return {
    ...UNTOLD,
    enabled: !(flagOf(settings['disabled']) ?? false),
    schedule,
    lastRunAt: instantOf(settings['last_run_time']),
    idle: idleOf(settings, search, schedule, isWhole),
    heldBack: holdingBack(settings, search),
  };
}

function idleOf(settings: Loose, search: string, schedule: string | null, isWhole: boolean): IdleReason | null {
  if (!(flagOf(settings['is_scheduled'] ?? settings['enableSched']) ?? false)) return 'not_scheduled';
  if (schedule !== null && neverComes(schedule)) return 'never_runs';
  const saysWhom = isWhole || SAYS_WHOM.some((name) => settings[name] !== undefined);
  return saysWhom && listenersOf(settings, search) === 'nobody' ? 'tells_nobody' : null;
}

/** Each answer of the REST API that has all fields has these. */
const SAYS_WHOM = ['actions', 'alert.track', 'alert_type'] as const;

/** Actions that keep results in a lookup, and words about a search that look like actions. */
const TELLS_NOBODY: ReadonlySet<string> = new Set([
  ...['populate_lookup', 'lookup', 'threat_outputlookup', 'outputtelemetry'],
  ...['correlationsearch', 'escu'],
]);
/** Actions that write results into an index, where another search may find them. */
const HANDS_ON: ReadonlySet<string> = new Set(['summary_index', 'logevent']);
/** Commands of a search that do by themselves what actions do. */
const TELLING_COMMAND = /\|\s*(?:sendalert|sendemail)\b/i;
const WRITING_COMMAND = /\|\s*m?collect\b/i;

/** Who learns what a search finds: somebody by an action or from the list of alerts that were raised, other searches alone, or nobody. */
function listenersOf(settings: Loose, search: string): 'somebody' | 'searches' | 'nobody' {
  // `auto` lists what an action that is on asks to be listed, and so nothing where none is on.
  if (flagOf(settings['alert.track']) === true || TELLING_COMMAND.test(search)) return 'somebody';
  const listed = (textOf(settings['actions']) ?? '').split(',').map((name) => name.trim());
  const switchedOn = Object.keys(settings).flatMap((name) => {
    const action = /^action\.([^.]+)$/.exec(name)?.[1];
    return action !== undefined && flagOf(settings[name]) === true ? [action] : [];
  });
  const actions = [...listed, ...switchedOn].filter((name) => name !== '' && !TELLS_NOBODY.has(name));
  if (actions.some((name) => !HANDS_ON.has(name))) return 'somebody';
  return actions.length > 0 || WRITING_COMMAND.test(search) ? 'searches' : 'nobody';
}

function holdingBack(settings: Loose, search: string): readonly string[] {
  const found = listenersOf(settings, search) === 'searches' ? ['it only writes what it finds into an index'] : [];
  if (flagOf(settings['alert.suppress']) !== true) return found;
  const period = textOf(settings['alert.suppress.period']);
  const fields = textOf(settings['alert.suppress.fields']);
  const again = fields === undefined ? '' : ` for the same ${fields.slice(0, 100)}`;
  return [...found, `after an alert it is quiet${period === undefined ? '' : ` for ${period.slice(0, 20)}`}${again}`];
}
