import type { PlatformId } from '@tripline/sigma';
import type { BlockRole, Span } from './document.js';

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
export interface DescribedBehaviour extends Finding {
  readonly kind: 'described-behaviour';
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
export interface CallParameter extends Span {
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
  readonly parameters: readonly CallParameter[];
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
