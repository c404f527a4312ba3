import { withoutStart } from '../characters.js';
import { isMap, type JsonMap, setField } from './shape.js';

/** Keys under which tools write the attributes of an element, and its text. */
const ATTRIBUTES = ['#attributes', '@attributes', '$'];
const TEXT = ['#text', '_', 'content', 'value', 'Value'];

/**
 * A Windows event as EVTX tools write it, `{ System, EventData }`, with the fields that rules ask for: those of `EventData` or `UserData` by
 * their names, and those of `System` by the names that Sigma has for them.
 */
export function windowsEvent(event: JsonMap): JsonMap {
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(event)) {
    if (name === 'EventData' || name === 'UserData') addData(fields, event[name]);
  }
  addSystem(fields, isMap(event['System']) ? event['System'] : {});
  const rendered = event['RenderingInfo'];
  if (isMap(rendered) && fields['Message'] === undefined && rendered['Message'] !== undefined) {
    setField(fields, 'Message', textOf(rendered['Message']));
  }
  return fields;
}

/** Whether a JSON object is the inside of a Windows event. */
export function isWindowsEvent(value: unknown): value is JsonMap {
  return isMap(value) && isMap(value['System']) && 'EventID' in value['System'];
}

function addSystem(fields: Record<string, unknown>, system: JsonMap): void {
  const names = ['EventID', 'Channel', 'Computer', 'EventRecordID', 'Level', 'Task', 'Opcode', 'Keywords', 'Version'];
  for (const name of names) if (system[name] !== undefined) setField(fields, name, textOf(system[name]));
  const provider = attributesOf(system, 'Provider');
  if (provider['Name'] !== undefined) setField(fields, 'Provider_Name', provider['Name']);
  if (provider['Guid'] !== undefined) setField(fields, 'Provider_Guid', provider['Guid']);
  const time = attributesOf(system, 'TimeCreated')['SystemTime'] ?? textOf(system['TimeCreated']);
  if (typeof time === 'string') setField(fields, 'TimeCreated', time);
  const execution = attributesOf(system, 'Execution');
  if (execution['ProcessID'] !== undefined) setField(fields, 'Execution_ProcessID', execution['ProcessID']);
  if (execution['ThreadID'] !== undefined) setField(fields, 'Execution_ThreadID', execution['ThreadID']);
  const user = attributesOf(system, 'Security')['UserID'];
  if (user !== undefined) setField(fields, 'Security_UserID', user);
}

/** The attributes of a child element: below it, beside it (`Provider_attributes`), or as its own keys. */
function attributesOf(parent: JsonMap, name: string): JsonMap {
  const beside = parent[`${name}_attributes`];
  if (isMap(beside)) return beside;
  const element = parent[name];
  return isMap(element) ? plainAttributes(element) : {};
}

function plainAttributes(element: JsonMap): JsonMap {
  const below = ATTRIBUTES.map((key) => element[key]).find(isMap) ?? element;
  return Object.fromEntries(Object.entries(below).map(([key, value]) => [withoutStart(key, '@'), value]));
}

/** The value of an element that may have attributes. */
function textOf(element: unknown): unknown {
  if (!isMap(element)) return element;
  const key = TEXT.find((name) => name in element);
  return key === undefined ? undefined : element[key];
}

/** Adds the fields of `EventData`, and of `UserData`, whose own element stands in between. */
function addData(fields: Record<string, unknown>, data: unknown): void {
  if (typeof data === 'string') setField(fields, 'Data', data);
  if (!isMap(data)) return;
  for (const [name, value] of Object.entries(data)) {
    if (isAttributes(name)) continue;
    if (name === 'Data') addNamed(fields, value);
    else if (isMap(value) && TEXT.every((key) => !(key in value))) addData(fields, value);
    else setField(fields, name, textOf(value));
  }
}

function isAttributes(name: string): boolean {
  return ATTRIBUTES.includes(name) || name.endsWith('_attributes') || name.startsWith('@');
}

/** `Data` elements: with names they are fields, without names the values of `Data`. */
function addNamed(fields: Record<string, unknown>, data: unknown): void {
  const unnamed: unknown[] = [];
  for (const element of Array.isArray(data) ? data : [data]) {
    const name = isMap(element) ? plainAttributes(element)['Name'] : undefined;
    if (typeof name === 'string') setField(fields, name, textOf(element) ?? null);
    else if (isMap(element) && TEXT.every((key) => !(key in element))) addData(fields, element);
    else unnamed.push(...[textOf(element)].flat(1));
  }
  if (unnamed.length > 0) setField(fields, 'Data', unnamed.length === 1 ? unnamed[0] : unnamed);
}
