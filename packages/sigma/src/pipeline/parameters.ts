import { Fault, type PathSegment, shown } from '../parse/fault.js';
import { isMapping, type Mapping } from '../parse/yaml.js';
import type { PipelineScalar, PipelineValue } from './subject.js';

/**
 * Reads one map of a pipeline file key by key. `end` refuses the keys that nobody asked for, so that a misspelt parameter is not taken for
 * a missing one. Throws a `Fault` with the place.
 */
export class Parameters {
  private readonly left: Set<string>;

  constructor(
    private readonly map: Mapping,
    readonly path: readonly PathSegment[],
    /** What has the parameters, for messages: `field_name_mapping`. */
    private readonly owner: string,
  ) {
    this.left = new Set(Object.keys(map));
  }

  /** The same map under the name of what it turned out to be. */
  named(owner: string): Parameters {
    const same = new Parameters(this.map, this.path, owner);
    for (const key of same.left) if (!this.left.has(key)) same.left.delete(key);
    return same;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.map, key) && this.map[key] !== null && this.map[key] !== undefined;
  }

  /** The value as it stands. */
  raw(key: string): unknown {
    this.left.delete(key);
    return Object.hasOwn(this.map, key) ? this.map[key] : undefined;
  }

  optionalText(key: string): string | undefined {
    if (!this.has(key)) {
      this.left.delete(key);
      return undefined;
    }
    const value = this.raw(key);
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw this.wrong(key, 'a text', value);
  }

  text(key: string): string {
    return this.optionalText(key) ?? this.missing(key);
  }

  boolean(key: string): boolean {
    const value = this.has(key) ? this.raw(key) : false;
    this.left.delete(key);
    if (typeof value !== 'boolean') throw this.wrong(key, 'true or false', value);
    return value;
  }

  integer(key: string): number | undefined {
    const value = this.has(key) ? this.raw(key) : undefined;
    this.left.delete(key);
    if (value !== undefined && (typeof value !== 'number' || !Number.isInteger(value))) {
      throw this.wrong(key, 'a whole number', value);
    }
    return value;
  }

  /** One of the words; the first where the key is missing. */
  word<Word extends string>(key: string, words: readonly [Word, ...Word[]]): Word {
    const text = this.optionalText(key) ?? words[0];
    const found = words.find((word) => word === text);
    if (found === undefined) throw this.wrong(key, `one of ${words.join(', ')}`, text);
    return found;
  }

  /** A text or a list of texts. */
  texts(key: string): readonly string[] {
    const value = this.value(key);
    return [value].flat().map((each) => {
      if (each === null) throw this.wrong(key, 'a text or a list of texts', each);
      return String(each);
    });
  }

  optionalTexts(key: string): readonly string[] | undefined {
    if (this.has(key)) return this.texts(key);
    this.left.delete(key);
    return undefined;
  }

  /** A text, number, truth value or null, or a list of them. */
  value(key: string): PipelineValue {
    if (!Object.hasOwn(this.map, key)) this.missing(key);
    const value = this.raw(key);
    if (isScalar(value)) return value;
    if (Array.isArray(value) && value.every(isScalar)) return value;
    throw this.wrong(key, 'a value or a list of values', value);
  }

  scalar(key: string): PipelineScalar {
    const value = this.value(key);
    if (!isScalar(value)) throw this.wrong(key, 'one value', value);
    return value;
  }

  /** A map in this map. */
  mapping(key: string): Mapping {
    const value = this.raw(key);
    if (value === undefined || value === null) this.missing(key);
    if (!isMapping(value)) throw this.wrong(key, 'a map', value);
    return value;
  }

  /** A map from names to one or several texts. */
  mappingOfTexts(key: string): ReadonlyMap<string, readonly string[]> {
    return new Map(
      Object.entries(this.mapping(key)).map(([name, value]) => {
        const list: readonly unknown[] = Array.isArray(value) ? value : [value];
        const texts = list.map((each) => {
          if (typeof each === 'string') return each;
          if (typeof each === 'number' || typeof each === 'boolean') return String(each);
          throw this.fault(`${key}.${name} is a text or a list of texts, not ${shown(each)}`, key, name);
        });
        return [name, texts];
      }),
    );
  }

  /** Refuses the parameters that nobody read. */
  end(): void {
    const [unknown] = this.left;
    if (unknown !== undefined) throw this.fault(`${this.owner} has no parameter ${shown(unknown)}`, unknown);
  }

  /** A fault at a key of this map, or at the map. */
  fault(message: string, ...segments: readonly PathSegment[]): Fault {
    return new Fault('InvalidPipeline', message, [...this.path, ...segments]);
  }

  /** A fault for something that pySigma has and we do not. */
  unsupported(message: string, ...segments: readonly PathSegment[]): Fault {
    return new Fault('UnsupportedPipeline', message, [...this.path, ...segments]);
  }

  /** Runs what may throw a `Fault` without a place, and places it at a key. */
  at<T>(key: string, make: () => T): T {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new Fault(error.code === 'InvalidRegex' ? error.code : 'InvalidPipeline', error.message, [
        ...this.path,
        key,
        ...error.segments,
      ]);
    }
  }

  private missing(key: string): never {
    throw this.fault(`${this.owner} needs the parameter "${key}"`);
  }

  private wrong(key: string, wanted: string, value: unknown): Fault {
    return this.fault(`${key} is ${wanted}, not ${shown(isScalar(value) ? value : JSON.stringify(value))}`, key);
  }
}

function isScalar(value: unknown): value is PipelineScalar {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
