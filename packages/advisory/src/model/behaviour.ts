import type { PlatformName } from '@tripline/sigma';
import type { BlockRole, Span } from './document.js';

/** The fields of every piece of behaviour evidence: its span, the platforms that log it, and the confidence. */
export interface Finding extends Span {
  /** Normalised value: the command line, `iam.amazonaws.com/CreateUser`, `create pods/exec`, a registry path … */
  readonly value: string;
  readonly platforms: readonly PlatformName[];
  /** 0..1: how sure it is that the actor did this. */
  readonly confidence: number;
  readonly role: BlockRole;
  /** Current ATT&CK ids that it shows, most specific first. */
  readonly techniques: readonly string[];
}

/** A behaviour of `knowledge/` that the text describes in words; `value` is its id. */
export interface DescribedBehaviour extends Finding {
  readonly kind: 'described-behaviour';
  /** Set where the words describe only this step of the behaviour's sequence. */
  readonly step?: string;
}

/** An event of an identity provider's log, named or described; `value` is its name there, `platforms` is that one log. */
export interface IdentityEvent extends Finding {
  readonly kind: 'identity-event';
  /** How the event ended, where that matters: `fastpass`, `denied`. */
  readonly outcome?: string;
  /** How it was called, where the text tells; each parameter alone distinguishes it from ordinary calls. */
  readonly parameters?: readonly CallParameter[];
}

/** A name and its place in the canonical text. */
export interface NamedSpan extends Span {
  readonly name: string;
}

/** A file written or changed on a host; `value` is its path. */
export interface FileWritten extends Finding {
  readonly kind: 'file';
  readonly system: CommandSystem;
  /** Set where a command line of the advisory writes it. */
  readonly byCommand?: true;
  /** Whether what stands above it says that it is a file of the intruder's, or its sentence that it was put there. */
  readonly isCaptioned?: true;
}

/** A file of credentials that an intruder reads; `value` is its path. */
export interface CredentialFile extends Finding {
  readonly kind: 'credential-file';
}

/** A registry key or value; `value` is its path with the hive as written. */
export interface RegistryValue extends Finding {
  readonly kind: 'registry-value';
  /** Set where the words before it say that it was made or changed. */
  readonly isSet?: true;
  /** Set where the text names the value apart from its key. */
  readonly isNamed?: true;
  /** The program that an autorun key without a value's name starts. */
  readonly program?: NamedSpan;
  /** The name of an autorun key's value, found near it. */
  readonly valueName?: NamedSpan;
  /** What the value holds, as Sysmon writes it, and whether it holds exactly this rather than a text that has it. */
  readonly holds?: { readonly data: NamedSpan; readonly isExact: boolean };
}

/** A library that the text says is loaded from a path; `value` is the path. */
export interface LoadedLibrary extends Finding {
  readonly kind: 'loaded-library';
}

/** A named pipe; `value` is its name. */
export interface Pipe extends Finding {
  readonly kind: 'pipe';
}

/** A service somebody installed; `value` is its name, or the name's beginning where the rest differs each time. */
export interface Service extends Finding {
  readonly kind: 'service';
  readonly isStart?: boolean;
}

/** A scheduled task; `value` is its name, or the name's beginning where the rest differs each time. */
export interface ScheduledTask extends Finding {
  readonly kind: 'scheduled-task';
  readonly isStart?: boolean;
}

/** An event of Windows' logs named by its id, which is `value`. */
export interface LogEvent extends Finding {
  readonly kind: 'log-event';
}

/** A program made to load a library; `value` has both names, the span is the library's. */
export interface SideLoading extends Finding {
  readonly kind: 'side-loading';
  readonly host: NamedSpan;
  readonly library: string;
}

/** What runs a command: a shell; `sql` for a database's own way to the shell; `code` for a program in another language that starts it. */
export type Shell = 'cmd' | 'powershell' | 'sh' | 'sql' | 'code';

/** Operating systems that a command can be for. */
export type CommandSystem = 'windows' | 'linux' | 'macos';

/** One word of a command line: text between white space, or a quoted part with its quotes. */
interface CommandWord extends Span {
  readonly text: string;
  /** Whether the whole word is one quoted argument. */
  readonly quoted: boolean;
}

/** One program of a command line; the span includes its arguments. */
export interface CommandProgram extends Span {
  /** The name without its folder, lower case. */
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
  /**
   * The programs of a pipe or chain, in order. A program that a shell starts (`cmd /c …`) begins with the shell. Spans are those of the
   * text.
   */
  readonly programs: readonly [CommandProgram, ...CommandProgram[]];
  /** Whether the text has it escaped, as the value of a query: `value` then differs from the text at its span. */
  readonly escaped: boolean;
}

/** PowerShell without a command line: a line of script, a cmdlet called with parameters, or the name of a function or type. */
export interface ScriptText extends Finding {
  readonly kind: 'script-text';
  readonly form: 'line' | 'call' | 'name';
  /** Whether public detections look for the name. */
  readonly known: boolean;
  /** The cmdlet with its parameters. */
  readonly call?: CommandProgram;
}

/** A program of which only the name is given. */
export interface NamedProgram extends Finding {
  readonly kind: 'program';
  /** Whether it is an attack tool, or so rarely used that its name is suspicious; `value` is then its bare name. */
  readonly tool: boolean;
  /** Set where an intruder gave a program of their own the name of one of Windows: what counts is where it lies. */
  readonly imitates?: true;
  /** Set where the program runs under another name: what counts is the name that is built into it. */
  readonly isRenamed?: true;
}

/** A program that started another. */
export interface ProcessRelation extends Finding {
  readonly kind: 'process-relation';
  readonly parent: NamedSpan;
  readonly child: NamedSpan;
}

/** A part of the text that is part of a request. */
export interface RequestPart extends Span {
  readonly text: string;
}

/** A request to a site, as the log of a web application firewall shows it; `value` is its path with the query as written. */
export interface WebRequest extends Finding {
  readonly kind: 'web-request';
  readonly method?: RequestPart;
  /** The parts of the path that are the same on every site, in order; empty where only parameters are given. */
  readonly path: readonly RequestPart[];
  /** Parameters of the query: `name=`, with the value where that is meaningful. */
  readonly query: readonly RequestPart[];
  readonly headers: readonly { readonly name: string; readonly value: RequestPart }[];
  /** Fields of the body: `name=` or `name="file"`. */
  readonly body: readonly RequestPart[];
  /** Strings that make the site do more than it should: `../`, `${jndi:`. */
  readonly payloads: readonly RequestPart[];
}

/** How an operation was called, as an advisory describes it; the span is that of the words. */
export interface CallParameter extends Span {
  /** As in a title: "Without MFA". */
  readonly title: string;
  /** Values of the log's fields, by field and modifiers. */
  readonly selection: Readonly<Record<string, readonly (string | number)[]>>;
  /** Where the passage begins that tells it: what one passage tells belongs to one call. A name that tells the call alone has its own place. */
  readonly place: number;
  /** Whether it says how the call ended rather than how it was made. */
  readonly isOutcome?: true;
}

/**
 * An operation of a cloud's control plane: named, called by a command, or described; `value` is its name, for AWS with the source before
 * it.
 */
export interface CloudOperation extends Finding {
  readonly kind: 'cloud-operation';
  readonly cloud: 'aws' | 'azure' | 'gcp';
  /** As the cloud's audit log writes it: `CreateUser`, `v1.compute.instances.insert`, `Microsoft.Authorization/locks/delete`. */
  readonly name: string;
  /** The service that AWS gives as the event's source (`iam.amazonaws.com`). In other clouds it is part of the name. */
  readonly source?: string;
  /** How it was called; each parameter alone distinguishes it from ordinary calls. */
  readonly parameters: readonly CallParameter[];
}

/** A request to the Kubernetes API; `value` is `create pods/exec`. */
export interface ClusterRequest extends Finding {
  readonly kind: 'cluster-request';
  readonly verb: string;
  readonly resource: string;
  readonly subresource?: string;
  /** How it was called, where the text tells; each parameter alone distinguishes it from ordinary calls. */
  readonly parameters?: readonly CallParameter[];
}

/** An event of a product's audit log, named as that log names it; `platforms` is empty where no platform has that log. */
export interface ProductEvent extends Finding {
  readonly kind: 'product-event';
  readonly product: 'm365' | 'google-workspace' | 'github';
  /** How it was called, where the text tells; each parameter alone distinguishes it from ordinary calls. */
  readonly parameters?: readonly CallParameter[];
}

/** One piece of behaviour evidence: a union with one member per kind. */
export type Behaviour =
  | CommandLine
  | ScriptText
  | NamedProgram
  | ProcessRelation
  | DescribedBehaviour
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
