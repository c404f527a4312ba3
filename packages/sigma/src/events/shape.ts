/** The shapes in which events come, by their ids, each with its name for people. */
export const EVENT_SHAPES = {
  sigma: 'fields as Sigma names them',
  evtx: 'Windows events as EVTX tools write them',
  ecs: 'Elastic Common Schema',
  splunk: 'Splunk results',
  defender: 'Defender XDR tables',
  sentinel: 'Sentinel tables',
  cloudtrail: 'CloudTrail',
  cef: 'CEF',
  syslog: 'syslog',
} as const;

/** The id of a shape of events. */
export type EventShape = keyof typeof EVENT_SHAPES;

/** A JSON object. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets a field of an event that its caller made. A name such as `__proto__` is a field like any other. */
export function setField(event: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(event, name, { value, enumerable: true, configurable: true });
  else event[name] = value;
}
