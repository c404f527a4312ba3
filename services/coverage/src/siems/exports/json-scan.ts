const [QUOTE, COMMA, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [34, 44, 58, 91, 92, 93, 123, 125];

/** Deeper brackets are those of no product. */
const DEEPEST = 500;

/** Where a scan stands: after nothing, after what begins or parts values, or behind a value; `next` is a comma behind a closing bracket. */
export type ScanPlace = 'begin' | 'open' | 'comma' | 'next' | 'colon' | 'text' | 'word' | 'closed';

/**
 * Where in JSON a byte stands, told byte by byte: how deep, whether in a text, and whether brackets, quotes and what parts values can still be those of
 * JSON. Words, numbers and what texts have in them are not looked at. UTF-8 has these bytes for nothing else.
 */
export class JsonScan {
  isInText = false;
  /** That a bracket, a quote or a comma is too many or missing, up to here. */
  isBroken = false;
  #isEscaped = false;
  #last: ScanPlace = 'begin';
  #before: ScanPlace = 'begin';
  #open: number[] = [];

  /** @param isInList whether the scan begins in a list, so that it meets several values */
  constructor(readonly isInList = false) {}

  get depth(): number {
    return this.#open.length;
  }

  /** Where it stood before the last byte that is neither white space nor in a text. */
  get before(): ScanPlace {
    return this.#before;
  }

  /** The brackets that are open. */
  get open(): readonly number[] {
    return [...this.#open];
  }

  /** Begins again behind a comma within these brackets. */
  goBackTo(open: readonly number[]): void {
    this.#open = [...open];
    this.#last = 'comma';
    this.isInText = false;
    this.#isEscaped = false;
    this.isBroken = false;
  }

  /** Goes on by a byte. */
  take(byte: number): void {
    if (this.isInText) this.#takeInText(byte);
    else if (!isBlank(byte)) this.#takeBetween(byte);
  }

  #takeInText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.isInText = false;
      this.#last = 'text';
    }
  }

  #takeBetween(byte: number): void {
    this.#before = this.#last;
    if (byte === QUOTE) {
      if (this.#isBehindValue) this.isBroken = true;
      this.isInText = true;
    } else if (byte === OPEN || byte === OPEN_LIST) this.#takeOpening(byte);
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      if (this.#open.pop() !== byte - 2) this.isBroken = true;
      this.#last = 'closed';
    } else if (byte === COMMA) {
      if (this.depth === 0 && !this.isInList) this.isBroken = true;
      this.#last = this.#last === 'closed' ? 'next' : 'comma';
    } else if (byte === COLON) {
      if (this.#open.at(-1) !== OPEN || this.#last !== 'text') this.isBroken = true;
      this.#last = 'colon';
    } else {
      if (this.#last === 'text' || this.#last === 'closed') this.isBroken = true;
      this.#last = 'word';
    }
  }

  #takeOpening(byte: number): void {
    const isNamed = this.#open.at(-1) !== OPEN || this.#last === 'colon';
    if (this.#isBehindValue || !isNamed || this.depth >= DEEPEST) this.isBroken = true;
    if (this.depth < DEEPEST) this.#open.push(byte);
    this.#last = 'open';
  }

  get #isBehindValue(): boolean {
    return this.#last === 'text' || this.#last === 'word' || this.#last === 'closed';
  }
}

const BLANKS: ReadonlySet<number> = new Set([9, 10, 13, 32]);

/** Whether a byte is white space of JSON. */
export const isBlank = (byte: number): boolean => BLANKS.has(byte);
