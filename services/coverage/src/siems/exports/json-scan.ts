const [QUOTE, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [34, 91, 92, 93, 123, 125];

/** Where in JSON a byte stands, told byte by byte: how deep, and whether in a text. UTF-8 has these bytes for nothing else. */
export class JsonScan {
  depth = 0;
  isInText = false;
  #isEscaped = false;

  /** Goes on by a byte. */
  take(byte: number): void {
    if (this.isInText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.isInText = false;
    } else if (byte === QUOTE) this.isInText = true;
    else if (byte === OPEN || byte === OPEN_LIST) this.depth++;
    else if (byte === CLOSE || byte === CLOSE_LIST) this.depth--;
  }
}

const BLANKS: ReadonlySet<number> = new Set([9, 10, 13, 32]);

/** Whether a byte is white space of JSON. */
export const isBlank = (byte: number): boolean => BLANKS.has(byte);
