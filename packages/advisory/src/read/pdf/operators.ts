const [SPACE, QUOTE, OPEN, CLOSE, SLASH, LESS, MORE, BACKSLASH, PERCENT] = [..." '()/<>\\%"].map((character) =>
  character.charCodeAt(0),
) as [number, number, number, number, number, number, number, number, number];
const DOUBLE_QUOTE = 0x22;
const [SMALL_A, SMALL_Z, LARGE_A, LARGE_Z] = [0x61, 0x7a, 0x41, 0x5a];

const BRACKETS: ReadonlySet<number> = new Set([...'[]{}'].map((character) => character.charCodeAt(0)));

/**
 * Counts the operators of a PDF's content stream: what stands outside of strings, names, numbers, comments and the data of inline pictures.
 * One pass over the bytes.
 */
export function countOperators(content: Uint8Array): number {
  let count = 0;
  let at = 0;
  while (at < content.length) {
    const code = content[at] as number;
    if (code === OPEN) at = afterString(content, at);
    else if (code === LESS && content[at + 1] !== LESS) at = after(content, at, (each) => each === MORE) + 1;
    else if (code === PERCENT) at = after(content, at, (each) => each === 0x0a || each === 0x0d);
    else if (code === SLASH) at = after(content, at + 1, isDelimiter);
    else if (isOperatorStart(code)) {
      const end = after(content, at, isDelimiter);
      count += 1;
      at = end - at === 2 && code === 0x49 && content[at + 1] === 0x44 ? afterPicture(content, end) : end;
    } else at = isDelimiter(code) ? at + 1 : after(content, at, isDelimiter);
  }
  return count;
}

function isOperatorStart(code: number): boolean {
  return (
    (code >= SMALL_A && code <= SMALL_Z) ||
    (code >= LARGE_A && code <= LARGE_Z) ||
    code === QUOTE ||
    code === DOUBLE_QUOTE
  );
}

function isDelimiter(code: number): boolean {
  return (
    code <= SPACE ||
    code === OPEN ||
    code === CLOSE ||
    code === SLASH ||
    code === LESS ||
    code === MORE ||
    code === PERCENT ||
    BRACKETS.has(code)
  );
}

function after(content: Uint8Array, from: number, isEnd: (code: number) => boolean): number {
  let at = from;
  while (at < content.length && !isEnd(content[at] as number)) at += 1;
  return at;
}

function afterString(content: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < content.length; at += 1) {
    const code = content[at];
    if (code === BACKSLASH) at += 1;
    else if (code === OPEN) depth += 1;
    else if (code === CLOSE) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return content.length;
}

/** After the data of an inline picture, which ends with `EI` between blanks. */
function afterPicture(content: Uint8Array, from: number): number {
  for (let at = from; at < content.length; at += 1) {
    if (content[at] !== 0x45 || content[at + 1] !== 0x49) continue;
    if ((content[at - 1] as number) <= SPACE && (content[at + 2] ?? SPACE) <= SPACE) return at + 2;
  }
  return content.length;
}
