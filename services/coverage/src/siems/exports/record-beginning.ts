import { isBlank, type ScanPlace } from './json-scan.js';

const [QUOTE, COMMA, BACKSLASH, OPEN, CLOSE_LIST, CLOSE] = [34, 44, 92, 123, 93, 125];
/** Longer beginnings, in bytes, are those of no product. */
const LONGEST = 500;

/** How an object begins: from its bracket to the end of its first name, with the white space between. A product writes all its records alike. */
export class RecordBeginning {
  readonly bytes: number[] = [];
  #isInName = false;
  state: 'open' | 'whole' | 'none' = 'open';

  take(byte: number): void {
    if (this.state !== 'open') return;
    if (this.bytes.length === 0 && isBlank(byte)) return;
    this.bytes.push(byte);
    if (this.bytes.length === 1) this.state = byte === OPEN ? 'open' : 'none';
    else if (this.#isInName && byte === QUOTE) this.state = 'whole';
    else if (byte === QUOTE) this.#isInName = true;
    else if (byte === BACKSLASH || this.bytes.length > LONGEST || (!this.#isInName && !isBlank(byte)))
      this.state = 'none';
  }
}

/** Looks for the next record where brackets no longer tell: behind a bracket that closes and a comma an object that begins as others do. */
export class NextRecord {
  readonly #expected: string | undefined;
  #behind: 'other' | 'closed' | 'comma' = 'other';
  #begun = new RecordBeginning();

  /**
   * @param expected how records begin; where it is none any object is taken for one
   * @param before where the byte that it begins with stands
   */
  constructor(expected: RecordBeginning, before: ScanPlace) {
    this.#expected = expected.state === 'whole' ? expected.bytes.join() : undefined;
    if (before === 'next') this.#behind = 'comma';
    else if (before === 'closed') this.#behind = 'closed';
  }

  /** Goes on by a byte. @returns the bytes of a record's beginning, once it has been there */
  take(byte: number): Uint8Array | undefined {
    if (this.#behind === 'comma') {
      this.#begun.take(byte);
      const { bytes, state } = this.#begun;
      if (state === 'open') return undefined;
      if (state === 'whole' && (this.#expected ?? bytes.join()) === bytes.join()) return Uint8Array.from(bytes);
      this.#behind = 'other';
    }
    if (isBlank(byte)) return undefined;
    if (this.#behind === 'closed' && byte === COMMA) {
      this.#behind = 'comma';
      this.#begun = new RecordBeginning();
    } else this.#behind = byte === CLOSE || byte === CLOSE_LIST ? 'closed' : 'other';
    return undefined;
  }
}
