import type { QueryLanguage, ReadQueryOptions } from '@tripline/sigma';

/** What an export says of whether a rule runs. Null is what its form does not tell. */
export interface RuleState {
  readonly enabled: boolean | null;
  /** How often it runs, in the product's own words: a cron expression or an interval. */
  readonly schedule: string | null;
  /** ISO 8601. */
  readonly lastRunAt: string | null;
  /** ISO 8601. */
  readonly lastAlertAt: string | null;
  /** The product's words for why its runs fail. */
  readonly failing: string | null;
  /**
   * Why it raises no alert as it is, though it is switched on: nothing runs it, its schedule never comes, nobody is told of what it finds, or its
   * author has given it up.
   */
  readonly idle: IdleReason | null;
  /** What keeps some of its alerts, or word of them, from people although it runs, each as a part of a sentence. */
  readonly heldBack: readonly string[];
}

/** Why a rule that is switched on raises no alert. */
export type IdleReason = 'not_scheduled' | 'never_runs' | 'tells_nobody' | 'deprecated';

/** The state of a rule whose form tells nothing of it. */
export const UNTOLD: RuleState = {
  enabled: null,
  schedule: null,
  lastRunAt: null,
  lastAlertAt: null,
  failing: null,
  idle: null,
  heldBack: [],
};

/** A rule as a product exports it, its query unread. */
export interface ExportedRule {
  /** What the product knows it by. */
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  /** Where in the file it stands. */
  readonly place: string;
  readonly language: QueryLanguage;
  readonly query: string;
  /** What the export says beside the query. */
  readonly beside?: NonNullable<ReadQueryOptions['rule']>;
  /** Parts of the search that the query does not have, each with the reason why it is not read. */
  readonly unsaid?: readonly string[];
  /** The ids of the techniques that the author names, as written. */
  readonly techniques: readonly string[];
  readonly state: RuleState;
  /** The rule of Sigma that it was made from, and its version, where we or others wrote them into it. */
  readonly sigma: { readonly id: string; readonly version: string | null } | null;
}

/** A text of Sigma, with one rule or several. */
export interface SigmaFile {
  readonly place: string;
  readonly text: string;
  /** The place of each document, where they do not stand one after the other. */
  readonly places?: readonly string[];
}

/** What of a file is no rule that can be read, and why. */
export interface Unread {
  readonly place: string;
  readonly reason: string;
}

/** What an import may lack although all of it was read. Scripts may meet kinds that are not known to them. */
export interface ImportWarning {
  readonly kind:
    | 'one_page'
    | 'broken_off'
    | 'macros_unread'
    | 'alerts_unread'
    | 'lookups_unread'
    | 'data_models_unread'
    | 'outdated';
  readonly text: string;
}

/** What Splunk's searches use of their installation: macros, lookup files and data models. */
export type SearchKnowledge = Pick<ReadQueryOptions, 'macros' | 'lists' | 'dataModels'>;

/** What an export says of a rule's state apart from the rule, which may stand in another of its files. */
export interface DeployedRule {
  readonly key: string;
  readonly state: Partial<RuleState>;
}

/** The rules of a file, before their queries are read. */
export interface ExportContent {
  readonly rules: readonly (ExportedRule | SigmaFile)[];
  readonly unread: readonly Unread[];
  readonly knowledge?: SearchKnowledge;
  readonly warnings?: readonly ImportWarning[];
  readonly deployed?: readonly DeployedRule[];
  /** Of a list that comes in pages: how much of it is here, and how much there is by its own count; 0 where it has none. */
  readonly pages?: {
    readonly seen: number;
    readonly total: number;
    /** How many pages name a further one. */
    readonly further?: number;
  };
}

/** A text file of an export. */
export interface ExportFile {
  readonly name: string;
  readonly text: string;
  /** That it is one of several files of an archive, which has others than rules too. */
  readonly among?: true;
  /** Of a piece of a larger file: whether it is lines, a list of records, what stands around the list or text, and the place of its first record or line among all, from 0. */
  readonly piece?: { readonly form: 'lines' | 'list' | 'around' | 'text'; readonly first: number };
}

/** The name of a file, with the place of the records that a piece begins with. */
export const nameOfPiece = ({ name, piece }: ExportFile): string =>
  piece?.form === 'list' ? `${name} from record ${piece.first} on` : name;

/** Whether a file was sent by itself, so that it can be nothing but rules, whatever its name is. */
export const isAlone = ([first, ...others]: readonly ExportFile[]): boolean =>
  first !== undefined && others.length === 0 && first.among === undefined;

/** Reads the files of one product. */
export type ExportForm = (files: readonly ExportFile[]) => ExportContent;

/** What is wrong with a file: it cannot be unpacked, it has no rule, or more than a SIEM may have. */
export type BadExportReason = 'broken' | 'no_rule' | 'too_many';

/** A file that is not an export of its kind. */
export class BadExport extends Error {
  constructor(
    message: string,
    readonly reason: BadExportReason = 'broken',
  ) {
    super(message);
  }
}
