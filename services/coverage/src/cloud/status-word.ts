/** What a reason for a state means, from the catalogue of whoever's word it is. */
export interface StatusWord {
  /** What is so, as a sentence. */
  readonly label: string;
  /** What to do about it, as a sentence. */
  readonly toDo: string;
  /** `high`: nothing is noticed; `medium`: less is, or nobody is told; `low`: it is not known. */
  readonly severity: (typeof SEVERITIES)[number];
}

export const SEVERITIES = ['high', 'medium', 'low'] as const;

const word = (severity: StatusWord['severity'], label: string, toDo: string): StatusWord => ({ severity, label, toDo });

/**
 * The reasons that are no provider's: those of declared rules, and that what a detection sends counts where it is seen. They have no prefix.
 */
export const CORE_STATUS_WORDS: Readonly<Record<string, StatusWord>> = {
  disabled: word('high', 'It is switched off in the SIEM.', 'Switch it on there, then import the rules again.'),
  failing: word('high', 'Its runs in the SIEM fail.', 'Look at its last error there.'),
  not_scheduled: word('high', 'Nothing runs it in the SIEM: it has no schedule.', 'Schedule it there.'),
  never_runs: word('high', 'Nothing runs it in the SIEM: its schedule never comes.', 'Give it another schedule there.'),
  tells_nobody: word(
    'medium',
    'It finds in the SIEM, but tells nobody: it has no action, and raises no alert.',
    'Give it an action there, or let its alerts be listed.',
  ),
  deprecated: word('high', 'Its author no longer stands by it.', 'Replace it by its successor.'),
  untagged: word(
    'medium',
    'It names no technique, and no event of one.',
    'Tag it with its technique, or add one by an override.',
  ),
  no_log_source: word(
    'high',
    'Accounts of this provider do not have the log that it reads.',
    'Declare it for the account whose log it reads.',
  ),
  dependency_unreadable: word(
    'low',
    'No scan reads whether the log arrives that it reads.',
    'Record a firing of it as proof.',
  ),
  foreign_target: word(
    'low',
    'What it sends goes to another account, and counts as it is seen there.',
    'Connect that account to know.',
  ),
};

/**
 * Where a reason stands apart from what a provider makes of it: what goes to other accounts counts as it is seen there. The one reason
 * of a found detection that counting knows.
 */
export const FOREIGN_TARGET = 'foreign_target';
