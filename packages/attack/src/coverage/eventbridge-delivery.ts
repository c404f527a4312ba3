import { lazyData } from '../data.js';

interface RawDelivery {
  readonly eventBridge: { readonly withheldPrefixes: readonly string[]; readonly delivered: readonly string[] };
}

const delivery = lazyData('aws-event-logging.json', ({ eventBridge }: RawDelivery) => eventBridge);

/**
 * Whether EventBridge withholds a management call of this name from rules that do not ask for all management events. Calls on data, such as
 * `GetObject`, reach every rule.
 */
export function isWithheldFromRules(name: string): boolean {
  const { withheldPrefixes, delivered } = delivery();
  return withheldPrefixes.some((prefix) => name.startsWith(prefix)) && !delivered.includes(name);
}
