import type { Level, Note, PlatformId, QueryLanguage, Status, TargetId } from '@tripline/sigma';
import type { TechniqueModel } from './techniques/model/technique-model.js';

/** A stretch of the canonical text: UTF-16 code units, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a block of an advisory is. A table row is one block, its cells separated by ` | `; a code block keeps its lines. */
export type BlockType = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code' | 'caption' | 'quote';

/**
 * What a block is about: `narrative` tells what the actor did; `remediation`, `detection` (recommended hunting and rules), `references` and
 * `indicators` (tables and lists of them) are read differently.
 */
export type BlockRole = 'narrative' | 'remediation' | 'detection' | 'references' | 'indicators';

/** One block, its place in the canonical text, and the headings it stands under (outermost first). */
export interface Block extends Span {
  readonly type: BlockType;
  readonly role: BlockRole;
  readonly headings: readonly string[];
  /** 1–6 for headings. */
  readonly level?: number;
  /** Inline code within the block. */
  readonly code?: readonly Span[];
  /** Links within the block; `href` is absolute where the document's address is known. */
  readonly links?: readonly (Span & { readonly href: string })[];
}

/** The formats `read` knows, decided by content rather than by name. */
export type DocumentFormat = 'html' | 'pdf' | 'text' | 'markdown' | 'stix' | 'misp' | 'csaf';

/** A read advisory. `text` is the canonical text all spans point into; blocks are in order and do not overlap. */
export interface AdvisoryDocument {
  readonly format: DocumentFormat;
  readonly title: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** ISO 8601 date or instant, where the document says when it was published. */
  readonly publishedAt?: string;
  readonly url?: string;
  /** The language of its sentences, ISO 639-1, where there are enough to tell. */
  readonly language?: string;
  /** What was cut at a bound in reading it. */
  readonly caps?: readonly Cap[];
  /** Hosts of the publisher (of the page, its canonical link, its feeds): never indicators. */
  readonly publisherHosts: readonly string[];
}

/** What is known of the bytes beside themselves. */
export interface ReadOptions {
  /** The media type the sender or server claimed; a hint only. */
  readonly contentType?: string;
  readonly url?: string;
  readonly title?: string;
}

export type IndicatorType =
  | 'ipv4'
  | 'ipv6'
  | 'cidr'
  | 'domain'
  | 'url'
  | 'email'
  | 'md5'
  | 'sha1'
  | 'sha256'
  | 'sha512'
  | 'file-name'
  | 'file-path'
  | 'registry-key'
  | 'mutex'
  | 'user-agent'
  | 'cve'
  | 'pipe'
  | 'arn'
  | 'access-key-id'
  | 'asn'
  | 'bitcoin-address'
  | 'ja3'
  | 'imphash';

/** One indicator: `value` refanged and normalised, `original` as first written, every place it stands in. */
export interface Indicator {
  readonly type: IndicatorType;
  readonly value: string;
  readonly original: string;
  readonly spans: readonly Span[];
  /** The words around its first place, at most 160 characters. */
  readonly context: string;
}

/** What all pieces of behaviour evidence have: a place, the platforms that log it, how sure it is. */
export interface Finding extends Span {
  /** Normalised value: the command line, `iam.amazonaws.com/CreateUser`, `create pods/exec`, a registry path … */
  readonly value: string;
  readonly platforms: readonly PlatformId[];
  /** 0..1: how sure it is that the actor did this. */
  readonly confidence: number;
  readonly role: BlockRole;
  /** Current ATT&CK ids this piece speaks for, most specific first. */
  readonly techniques: readonly string[];
}

/** A behaviour of `knowledge/` told in words; `value` is its id. */
export interface ToldInWords extends Finding {
  readonly kind: 'told-in-words';
  /** The words tell this step of the behaviour's sequence. */
  readonly step?: string;
}

/** An event of an identity provider's log, named or told in words; `value` is its name there, `platforms` has the one log. */
export interface IdentityEvent extends Finding {
  readonly kind: 'identity-event';
  /** How the event ended, where that is what tells: `fastpass`, `denied`. */
  readonly outcome?: string;
}

/** A name and its place in the canonical text. */
export interface NamedSpan extends Span {
  readonly name: string;
}

/** A file written or changed on a host; `value` is its path. */
export interface FileWritten extends Finding {
  readonly kind: 'file';
  readonly system: CommandSystem;
  /** A command line of the advisory writes it. */
  readonly byCommand?: true;
}

/** A file of credentials that an intruder gets at; `value` is its path. */
export interface CredentialFile extends Finding {
  readonly kind: 'credential-file';
}

/** A registry key or value; `value` is its path with the hive as written. */
export interface RegistryValue extends Finding {
  readonly kind: 'registry-value';
  /** What an autorun key without the name of a value is told to start. */
  readonly program?: NamedSpan;
  /** The name that an autorun key's value has, told near it. */
  readonly valueName?: NamedSpan;
}

/** A library loaded from a path that the text gives; `value` is the path. */
export interface LoadedLibrary extends Finding {
  readonly kind: 'loaded-library';
}

/** A named pipe; `value` is its name. */
export interface Pipe extends Finding {
  readonly kind: 'pipe';
}

/** A service somebody installed; `value` is its name. */
export interface Service extends Finding {
  readonly kind: 'service';
}

/** A scheduled task; `value` is its name. */
export interface ScheduledTask extends Finding {
  readonly kind: 'scheduled-task';
}

/** An event of Windows' logs named by its id, which is `value`. */
export interface LogEvent extends Finding {
  readonly kind: 'log-event';
}

/** A program made to load a library; `value` has both, the place is the library's. */
export interface SideLoading extends Finding {
  readonly kind: 'side-loading';
  readonly host: NamedSpan;
  readonly library: string;
}

/** What reads a command: a shell by its kind, `sql` for a database's own way to the shell, `code` for a program of another language that starts it. */
export type Shell = 'cmd' | 'powershell' | 'sh' | 'sql' | 'code';

/** Operating systems a command can be told for. */
export type CommandSystem = 'windows' | 'linux' | 'macos';

/** One word of a command line: what stands between white space, or a quoted stretch with its quotes. */
export interface CommandWord extends Span {
  readonly text: string;
  /** The whole word is one quoted argument. */
  readonly quoted: boolean;
}

/** One program of a command line; the stretch has its arguments. */
export interface CommandProgram extends Span {
  /** Bare lower-case name. */
  readonly name: string;
  /** The name as written, with its folder. */
  readonly head: string;
  readonly arguments: readonly CommandWord[];
}

/** A command line; `value` is what was typed. */
export interface CommandLine extends Finding {
  readonly kind: 'command';
  readonly shell: Shell;
  readonly system: CommandSystem;
  /** What a pipe or chain joins, in order; a program that a shell starts (`cmd /c …`) begins with the shell. Places are those of the text. */
  readonly programs: readonly [CommandProgram, ...CommandProgram[]];
  /** The text has it escaped, as a value of a query: `value` is not the text at its place. */
  readonly escaped: boolean;
}

/** PowerShell by itself: a line of script, a cmdlet called with parameters, or a function or type by its name. */
export interface ScriptText extends Finding {
  readonly kind: 'script-text';
  readonly form: 'line' | 'call' | 'name';
  /** Detections look for the name. */
  readonly known: boolean;
  /** The cmdlet with its parameters. */
  readonly call?: CommandProgram;
}

/** A program told by its name alone. */
export interface NamedProgram extends Finding {
  readonly kind: 'program';
  /** It is an attack tool, or so rarely used that its name is worth a look; `value` is then its bare name. */
  readonly tool: boolean;
}

/** A program that started another. */
export interface ProcessRelation extends Finding {
  readonly kind: 'process-relation';
  readonly parent: NamedSpan;
  readonly child: NamedSpan;
}

/** A stretch of the text that is part of a request. */
export interface RequestPart extends Span {
  readonly text: string;
}

/** A request to a site, as the log of a web application firewall shows it; `value` is its path with the query as written. */
export interface WebRequest extends Finding {
  readonly kind: 'web-request';
  readonly method?: RequestPart;
  /** The pieces of the path that are the same on every site, in order; none where only parameters are told. */
  readonly path: readonly RequestPart[];
  /** Parameters of the query: `name=`, with the value where that has a meaning of its own. */
  readonly query: readonly RequestPart[];
  readonly headers: readonly { readonly name: string; readonly value: RequestPart }[];
  /** Fields of the body: `name=` or `name="file"`. */
  readonly body: readonly RequestPart[];
  /** What makes the site do more than it should: `../`, `${jndi:`. */
  readonly payloads: readonly RequestPart[];
}

/** What an advisory tells of how an operation was called; its place is that of the words. */
export interface ToldParameter extends Span {
  /** As a title says it: "Without MFA". */
  readonly title: string;
  /** Values of the log's fields, by field and modifiers. */
  readonly selection: Readonly<Record<string, readonly (string | number)[]>>;
}

/** An operation of a cloud's control plane, named, commanded or told in words; `value` is its name, of AWS with the source before it. */
export interface CloudOperation extends Finding {
  readonly kind: 'cloud-operation';
  readonly cloud: 'aws' | 'azure' | 'gcp';
  /** As the cloud's audit log writes it: `CreateUser`, `v1.compute.instances.insert`, `Microsoft.Authorization/locks/delete`. */
  readonly name: string;
  /** The service that AWS gives as the event's source (`iam.amazonaws.com`); other clouds' names say it. */
  readonly source?: string;
  /** How it was called, each enough to tell it from ordinary calls. */
  readonly parameters: readonly ToldParameter[];
}

/** A request to the Kubernetes API; `value` is `create pods/exec`. */
export interface ClusterRequest extends Finding {
  readonly kind: 'cluster-request';
  readonly verb: string;
  readonly resource: string;
  readonly subresource?: string;
}

/** An event of a product's audit log, named as that log writes it; `platforms` is empty where none of them has that log. */
export interface ProductEvent extends Finding {
  readonly kind: 'product-event';
  readonly product: 'm365' | 'google-workspace' | 'github';
}

/** One piece of behaviour evidence: one member for each kind. */
export type Behaviour =
  | CommandLine
  | ScriptText
  | NamedProgram
  | ProcessRelation
  | ToldInWords
  | IdentityEvent
  | SideLoading
  | WebRequest
  | CloudOperation
  | ClusterRequest
  | ProductEvent
  | FileWritten
  | CredentialFile
  | RegistryValue
  | LoadedLibrary
  | Pipe
  | Service
  | ScheduledTask
  | LogEvent;

/** A technique the document shows, with every place that speaks for it. */
export interface TechniqueFinding {
  readonly id: string;
  readonly name: string;
  readonly tactics: readonly string[];
  /** 0..1. */
  readonly confidence: number;
  readonly spans: readonly Span[];
  /** Sub-techniques that the same places may mean, likeliest first, none of them sure enough to be listed by itself. Absent where there is none. */
  readonly subtechniqueUnsure?: readonly UnsureSubtechnique[];
}

/** A sub-technique that a document may show, listed under its parent. */
export interface UnsureSubtechnique {
  readonly id: string;
  readonly name: string;
  /** 0..1. */
  readonly confidence: number;
}

/** The languages a published detection is recognised in. Falcon and YARA are recognised, so that they are not read as anything else. */
export type DetectionLanguage = 'sigma' | QueryLanguage | 'falcon' | 'yara';

/** A rule or query that the document's author publishes for its readers. */
export interface PublishedDetection extends Span {
  readonly kind: 'published-detection';
  readonly language: DetectionLanguage;
  /** What stands there, for a parser: as many characters as the span has, quotes straightened and comments of one-line queries blanked. */
  readonly text: string;
}

/** What became of a rule or query that the document publishes for its readers. */
export interface PublishedDetectionOutcome extends Span {
  readonly language: DetectionLanguage;
  /** Keys of the rules it gave. */
  readonly rules: readonly string[];
  /** Why it gave none, or fewer than it holds, and what its rules say differently. */
  readonly reasons: readonly string[];
  /** The licence it names for itself. */
  readonly licence?: string;
}

/** Everything found in a document, in the order of the text. */
export interface Evidence {
  readonly indicators: readonly Indicator[];
  readonly behaviours: readonly Behaviour[];
  readonly techniques: readonly TechniqueFinding[];
  /** Rules and queries for the reader's use; what they hold is not among the behaviours. */
  readonly published: readonly PublishedDetection[];
}

/** Where a detection value of a rule comes from: its place in the canonical text, or the named template that brought it. */
export type RuleEvidence =
  | {
      readonly field: string;
      readonly value: string;
      readonly quote: string;
      readonly start: number;
      readonly end: number;
    }
  | { readonly field: string; readonly value: string; readonly template: string };

/** An event as a log source would write it, for a rule's self-test. */
export type SampleEvent = Readonly<Record<string, unknown>>;

/**
 * How often everyday logs satisfy a rule: in how many recordings, of how many that hold its log source. Counted against the statistics of
 * `data/everyday.json`; of a correlation it is the most it can be.
 */
export interface Noise {
  readonly recordings: number;
  readonly of: number;
}

/** Whose deed a sentence tells: the intruder's (their programs included), the defenders' or authors', a product's, or one of another report. */
export const WHO = ['intruder', 'defender', 'product', 'other-report'] as const;
export type Who = (typeof WHO)[number];

/** Whether it was done, was not, could be, is said of things in general, or is advice. */
export const WHETHER = ['did', 'did-not', 'could', 'general', 'advice'] as const;
export type Whether = (typeof WHETHER)[number];

/** Where: the system or service whose logs would show it. */
export const WHERE = [
  'windows',
  'linux',
  'macos',
  'container',
  'aws',
  'azure',
  'gcp',
  'okta',
  'entra',
  'm365',
  'google-workspace',
  'github',
  'web',
  'unknown',
] as const;
export type Where = (typeof WHERE)[number];

/**
 * Whose deed a stretch of text tells, whether it was done and where, with the words that say so (offsets of the canonical text) and how sure
 * that is (0..1).
 */
export interface Attribution {
  readonly who: Who;
  readonly whether: Whether;
  readonly where: Where;
  readonly spans: readonly Span[];
  readonly confidence: number;
}

/** What a rule says of the place it rests on: of several, the one that speaks most for a deed of the intruder. */
export type RuleAttribution = Pick<Attribution, 'who' | 'whether' | 'where' | 'spans'>;

/** A bound that was reached: of so many items (`what` names them) only the first `bound` were taken. */
export interface Cap {
  readonly what: string;
  readonly bound: number;
  readonly of: number;
  /** Where a rule's values were cut: the rule's key and platform. */
  readonly rule?: string;
  readonly platform?: PlatformId;
}

/** A drafted and proven rule, as the rules service answers it (`similar` and storage are the service's). */
export interface GeneratedRule {
  /** The Sigma id: UUIDv5 of document, platform and behaviour. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly platform: PlatformId;
  readonly level: Level;
  /** `experimental` but for a Sigma rule taken as its author wrote it. */
  readonly status: Status;
  /** Current ATT&CK ids. */
  readonly techniques: readonly string[];
  readonly yaml: string;
  readonly conversions: Readonly<Partial<Record<TargetId, string>>>;
  readonly notes: Readonly<Partial<Record<TargetId, readonly Note[]>>>;
  readonly evidence: readonly RuleEvidence[];
  /** A correlation rule's `match` is one list of events that fires it together; its `noMatch` one that does not. */
  readonly tests: { readonly match: readonly SampleEvent[]; readonly noMatch: readonly SampleEvent[] };
  /** Null where no recording has the rule's log source. */
  readonly noise: Noise | null;
  /** Whose deed the text tells at the rule's evidence, whether it was done and where; null for a rule that rests on no text. */
  readonly attribution: RuleAttribution | null;
}

/** What the caller may restrict. Absent: all platforms, all targets, confidence 0.3, 200 rules. */
export interface GenerateOptions {
  readonly targets?: readonly TargetId[];
  readonly platforms?: readonly PlatformId[];
  readonly minConfidence?: number;
  readonly maxRules?: number;
  /** In place of the shipped technique model: measuring takes one that has not learnt from what it is measured on. */
  readonly techniqueModel?: TechniqueModel;
  /** Called as the stations are passed, for progress display. */
  readonly onProgress?: (progress: GenerationProgress) => void;
}

/** One step of progress: `done` of `total` where countable. */
export interface GenerationProgress {
  readonly step: 'read' | 'evidence' | 'draft' | 'prove';
  readonly done: number;
  readonly total: number;
}

/** What a document gives. The same document, options and engine version give the same bytes. */
export interface GenerationResult {
  readonly rules: readonly GeneratedRule[];
  readonly techniques: readonly TechniqueFinding[];
  readonly indicators: readonly Indicator[];
  /** One entry for every requested platform that got no rule, with the reason. */
  readonly skipped: readonly { readonly platform: PlatformId; readonly reason: string }[];
  readonly stats: {
    readonly characters: number;
    readonly blocks: number;
    readonly behaviours: number;
    readonly drafts: number;
    readonly publishedDetections: readonly PublishedDetectionOutcome[];
    /** The language the document is written in, ISO 639-1; null where it has too few sentences to tell. The engine reads English. */
    readonly language: string | null;
    /** What was cut at a bound: in reading, in evidence, and in the values of rules. */
    readonly caps: readonly Cap[];
    readonly engineVersion: string;
  };
}
