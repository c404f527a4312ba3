import { Fault, shown } from './fault.js';
import { LIMITS } from './limits.js';
import { isMapping, type Mapping } from './yaml.js';

/**
 * The `action:` of old collections. `global` is merged into every following document until `reset`; `repeat` is merged over the document
 * before. Maps are merged key by key, anything else is replaced. One instance per text.
 */
export class ActionMerger {
  private global: Mapping | undefined;
  private previous: Mapping | undefined;
  private copied = 0;

  /** The document to parse, or undefined for one that only changes others. Throws a `Fault`. */
  merge(raw: Mapping): Mapping | undefined {
    const action = Object.hasOwn(raw, 'action') ? raw['action'] : undefined;
    switch (action) {
      case undefined:
        this.previous = this.global === undefined ? raw : this.mergeMaps(this.global, raw);
        return this.previous;
      case 'global':
        this.global = this.mergeMaps(this.global ?? {}, raw);
        return undefined;
      case 'reset':
        this.global = undefined;
        return undefined;
      case 'repeat':
        if (this.previous === undefined)
          throw new Fault('InvalidDocument', 'the action "repeat" has no rule before it to repeat', ['action']);
        this.previous = this.mergeMaps(this.previous, raw);
        return this.previous;
      default:
        throw new Fault('InvalidDocument', `action must be global, reset or repeat, not ${shown(action)}`, ['action']);
    }
  }

  private mergeMaps(base: Mapping, over: Mapping): Mapping {
    const merged = Object.create(null) as Record<string, unknown>;
    for (const key of Object.keys(base)) {
      if (++this.copied > LIMITS.globalValues) {
        throw new Fault('TooLarge', `the text's actions copy more than ${LIMITS.globalValues} values`, ['action']);
      }
      merged[key] = base[key];
    }
    for (const key of Object.keys(over)) {
      if (key === 'action') continue;
      const [below, above] = [merged[key], over[key]];
      merged[key] = isMapping(below) && isMapping(above) ? this.mergeMaps(below, above) : above;
    }
    return merged;
  }
}
