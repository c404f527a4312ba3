import type { Logsource } from '@tripline/sigma';
import type { Deed, Everyday, Kept, Thing } from './vocabulary.js';

/** A literal value of a selection. Texts may hold slots, and nothing else in them is special. */
export type TemplateScalar = string | number | boolean;

/**
 * A selection of Sigma with slots: `{value}`, and for a thing of two parts `{name}`, stand in its texts; `{name}` also in the name of a field.
 * Texts are literal: a star or a backslash in them stands for itself. A key of modifiers alone (`|all`) is a search in the whole event.
 */
export type Template = Readonly<Record<string, TemplateScalar | readonly TemplateScalar[]>>;

/** How a log shows one kind of thing to which one of some deeds was done. */
export interface Row {
  /** The log's id, a slash, and the title in lower case with dashes; never changed once rules refer to it. */
  readonly id: string;
  /** The id of its log. */
  readonly log: string;
  /** What its events say, in a few words: `User account created`. */
  readonly title: string;
  readonly thing: Thing;
  readonly deed: readonly Deed[];
  /** Whether it comes before the rows of other logs that show the same thing and deeds. */
  readonly usual: boolean;
  /** Whether it is taken where the deed is not known; at most one row of a thing and a product is. */
  readonly open: boolean;
  /** How much an ordinary day brings of what it shows: the log's, where the row says nothing else. */
  readonly everyday: Everyday;
  readonly selection: Template;
  /** Things of the same deed that narrow the selection, each by fields of its own. */
  readonly with: Readonly<Partial<Record<Thing, Template>>>;
}

/** A log: where it comes from, and what it shows of which things. */
export interface Log {
  /** The path of its file in `logs`, without the ending: `windows/security`. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  readonly logsource: Pick<Logsource, 'product' | 'category' | 'service'>;
  /** What writes it, and what must be switched on for it. */
  readonly comesFrom: readonly string[];
  /** ATT&CK's data components that it has events of. */
  readonly attack: readonly string[];
  readonly everyday: Everyday;
  readonly kept: Kept;
  /** The channels of the Windows event log that hold its events; empty elsewhere. */
  readonly channels: readonly string[];
  /** The ids that its events have in those channels; empty where all events of the channels are its own. */
  readonly eventIds: readonly number[];
  readonly rows: readonly Row[];
}
