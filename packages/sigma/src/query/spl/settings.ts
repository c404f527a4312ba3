import { join, type QueryNode, type QueryRemark } from '../query-tree.js';

const TIMES: ReadonlySet<string> = new Set(['earliest', 'latest', '_index_earliest', '_index_latest', '_time']);
const SITES = new Set(['index', 'host', 'splunk_server']);
/** A search saved under a name. Fields mind the case of their letters: Sysmon's `EventType` is a field of its events. */
const SAVED_TYPE = 'eventtype';
/** Whether a name is that of a setting of the search, which is no field of an event. */
export const isSetting = (name: string): boolean =>
  TIMES.has(name.toLowerCase()) || SITES.has(name.toLowerCase()) || name === SAVED_TYPE;

interface Setting {
  readonly name: string;
  readonly at: number;
  /** Whether all that is left out here names where one installation keeps its events. */
  readonly isPlace: boolean;
}

/** The terms of a search that are left out because they are settings of it, and what holds terms of which nothing is left for that reason. */
export class LeftOut {
  readonly #settings = new WeakMap<QueryNode, Setting>();

  constructor(private readonly remarks: QueryRemark[]) {}

  /** A setting, which neither asks for an event nor excludes one. */
  setting(name: string, at: number, isExcluded: boolean): QueryNode {
    const isTime = TIMES.has(name.toLowerCase());
    const message = isTime
      ? 'The time range is a setting of the search; the rule leaves it out.'
      : `${name} names where one installation keeps its events; the rule leaves it out.`;
    this.remarks.push({ code: 'search_settings', message, at });
    // A host is a value of the event: its alternative has events of any log.
    return this.#leftOut(!isExcluded, { name, at, isPlace: !isTime && name.toLowerCase() !== 'host' });
  }

  isPlace(node: QueryNode): boolean {
    return this.#settings.get(node)?.isPlace === true;
  }

  /** Terms together. */
  join(kind: 'and' | 'or', parts: readonly QueryNode[]): QueryNode {
    const whole = join(kind, parts);
    const settings = this.#of(parts);
    const [first] = settings;
    if (whole.kind !== 'constant' || first === undefined) return whole;
    const isPlace = settings.length === parts.length && settings.every((setting) => setting.isPlace);
    return this.#leftOut(whole.value, { ...first, isPlace });
  }

  /** What the exclusion of a term leaves. */
  negated(inner: QueryNode, node: QueryNode): QueryNode {
    const setting = this.#settings.get(inner);
    return setting === undefined || node.kind !== 'constant'
      ? node
      : this.#leftOut(node.value, { ...setting, isPlace: false });
  }

  /** Tells that nothing is left of terms of which one is left out: of alternatives that are asked for, and of what is excluded together. */
  tellWidened(parts: readonly QueryNode[], isExcluded: boolean): void {
    const settings = this.#of(parts);
    const terms = isExcluded ? 'are excluded with it' : 'it is an alternative to';
    for (const { name, at } of settings.length < parts.length ? settings : [])
      this.remarks.push({
        code: 'widened',
        message: `The rule does not test ${name}, nor the terms that ${terms}.`,
        at,
      });
  }

  /** Tells of alternatives to a log that are left out. */
  tellNarrowed(parts: readonly QueryNode[]): void {
    for (const { name, at } of this.#of(parts)) {
      const message = `${name} names events of one installation beside a log; the rule finds those of the log alone.`;
      this.remarks.push({ code: 'narrowed', message, at });
    }
  }

  #of(parts: readonly QueryNode[]): readonly Setting[] {
    return parts.flatMap((part) => this.#settings.get(part) ?? []);
  }

  #leftOut(value: boolean, setting: Setting): QueryNode {
    const node: QueryNode = { kind: 'constant', value };
    this.#settings.set(node, setting);
    return node;
  }
}
