/** An event as Splunk sees it: every field a list of texts, missing fields not there at all. */
export type SplEvent = ReadonlyMap<string, readonly string[]>;

/** The values of an event's fields as texts, arrays as multivalue fields; null is a missing field. `_raw` holds one value per line. */
export function toSplEvent(event: Readonly<Record<string, unknown>>): SplEvent {
  const fields = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(event)) {
    if (value !== null && value !== undefined) fields.set(name, (Array.isArray(value) ? value : [value]).map(String));
  }
  fields.set('_raw', [[...fields.values()].flat().join('\n\n\n')]);
  return fields;
}

/** Gives the number that a text represents, or undefined. */
export function numberOf(text: string): number | undefined {
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Whether an address is in a range; false for a text that is not an address. */
export function inNetwork(network: string, address: string): boolean {
  const [base = '', prefix = '0'] = network.split('/');
  const wanted = addressBits(base);
  const bits = addressBits(address);
  return (
    wanted !== undefined &&
    bits !== undefined &&
    wanted.length === bits.length &&
    wanted.slice(0, Number(prefix)) === bits.slice(0, Number(prefix))
  );
}

function addressBits(address: string): string | undefined {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) {
    const parts = address.split('.').map(Number);
    return parts.some((part) => part > 255) ? undefined : parts.map((part) => bits(part, 8)).join('');
  }
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(':')) return undefined;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? left : [...left, ...new Array(8 - left.length - right.length).fill('0'), ...right];
  return groups.length === 8 ? groups.map((group) => bits(Number.parseInt(group, 16), 16)).join('') : undefined;
}

function bits(value: number, width: number): string {
  return value.toString(2).padStart(width, '0');
}
