import { lazyData } from './data.js';
import { hintTable, NO_HINTS, type RawHints, type TechniqueHint } from './hint.js';
import { type LoggedProduct, withPrimary } from './primary.js';

type RawTables = Readonly<Record<string, Readonly<Record<string, RawHints>>>>;
type Tables = ReadonlyMap<string, ReadonlyMap<string, readonly TechniqueHint[]>>;

const tables = (raw: RawTables): Tables => new Map(Object.entries(raw).map(([key, rows]) => [key, hintTable(rows)]));
const processes = lazyData('processes.json', tables);
const cmdlets = lazyData('cmdlets.json', tables);
const identityEvents = lazyData('identity-events.json', tables);
const kubernetes = lazyData('kubernetes.json', tables);
const windowsEvents = lazyData('windows-events.json', tables);
const auditd = lazyData('auditd.json', tables);
const webRequests = lazyData('web-requests.json', tables);

/** Operating systems whose processes are known. */
export type ProcessPlatform = 'windows' | 'linux' | 'macos';

/** Audit logs of identity providers whose events are known. */
export type IdentityPlane = 'okta' | 'entra_audit' | 'entra_signin';

/** Windows event log channels whose events are known, named as Sigma names the service. */
export type WindowsChannel = string;

/**
 * Techniques connected with an executable's name without its folder (`rundll32.exe`, any case): at most eight, the best supported first.
 */
export function techniquesOfProcess(name: string, platform: ProcessPlatform = 'windows'): readonly TechniqueHint[] {
  return processes().get(platform)?.get(name.toLowerCase()) ?? NO_HINTS;
}

/** Whether public detections for that system mention an executable of this name (any case). */
export function isKnownProcess(name: string, platform: ProcessPlatform = 'windows'): boolean {
  return processes().get(platform)?.has(name.toLowerCase()) === true;
}

/** Techniques connected with a PowerShell cmdlet or function name (any case). */
export function techniquesOfCmdlet(name: string): readonly TechniqueHint[] {
  return cmdlets().get('cmdlets')?.get(name.toLowerCase()) ?? NO_HINTS;
}

/** Whether public detections mention a PowerShell cmdlet or function of this name (any case). */
export function isKnownCmdlet(name: string): boolean {
  return cmdlets().get('cmdlets')?.has(name.toLowerCase()) === true;
}

/** Techniques connected with an identity provider's event type or operation name (any case). */
export function techniquesOfIdentityEvent(plane: IdentityPlane, event: string): readonly TechniqueHint[] {
  return withPrimary(plane, event, identityEvents().get(plane)?.get(event.toLowerCase()) ?? NO_HINTS);
}

/** Techniques that an event (any case) of a product's audit log shows, by our own reading and by public sources. */
export function techniquesOfProductEvent(product: LoggedProduct, event: string): readonly TechniqueHint[] {
  return withPrimary(product, event, identityEvents().get(product)?.get(event.toLowerCase()) ?? NO_HINTS);
}

/** The event types or operation names of an identity provider's log that are known, in lower case. */
export function knownIdentityEvents(plane: IdentityPlane): readonly string[] {
  return [...(identityEvents().get(plane)?.keys() ?? [])];
}

/** Techniques connected with a Kubernetes request such as `create pods/exec`. */
export function techniquesOfKubernetes(operation: string): readonly TechniqueHint[] {
  return withPrimary('kubernetes', operation, kubernetes().get('operations')?.get(operation.toLowerCase()) ?? NO_HINTS);
}

/** Techniques connected with a Windows event id of a channel (`security`, `system`, …). */
export function techniquesOfWindowsEvent(channel: WindowsChannel, eventId: number): readonly TechniqueHint[] {
  return windowsEvents().get(channel)?.get(String(eventId)) ?? NO_HINTS;
}

/** Techniques connected with a value of an auditd field (`SYSCALL`, `a0`, `name` …). */
export function techniquesOfAuditd(field: string, value: string): readonly TechniqueHint[] {
  return auditd().get(field)?.get(value.toLowerCase()) ?? NO_HINTS;
}

/** Parts of requests that public detections look for in web server logs, by field, with their techniques. */
export function webRequestPatterns(field: string): ReadonlyMap<string, readonly TechniqueHint[]> {
  return webRequests().get(field) ?? new Map();
}
