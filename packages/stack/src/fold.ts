/** The width of terminal that `npm start` writes for. */
const SCREEN_COLUMNS = 100;

/**
 * Folds a line that is wider than `columns`, at blanks or inside a word that is too wide. Continuation lines are indented by two more
 * columns. Only the blanks at the folds are lost.
 */
export function fold(line: string, columns = SCREEN_COLUMNS): string[] {
  if ([...line].length <= columns) return [line];
  const indent = /^ */.exec(line)?.[0] ?? '';
  return wrap(line.trimStart(), columns - indent.length - 2).map(
    (part, index) => `${indent}${index === 0 ? '' : '  '}${part}`,
  );
}

/**
 * Lays out rows in columns with two blanks between them; a cell wider than its column continues below.
 * @param widths the widest each column may be; a column is no wider than its widest cell
 */
export function table(rows: readonly (readonly string[])[], widths: readonly number[]): string[] {
  const taken = widths.map((width, at) =>
    Math.min(width, Math.max(0, ...rows.map((row) => [...(row[at] ?? '')].length))),
  );
  return rows.flatMap((row) => {
    const cells = row.map((cell, at) => wrap(cell, taken[at] ?? 0));
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) =>
      cells
        .map((cell, at) => pad(cell[line] ?? '', taken[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  });
}

/** Parts of a text that are at most `columns` wide. */
function wrap(text: string, columns: number): string[] {
  const parts: string[] = [];
  let rest = [...text];
  while (rest.length > columns) {
    const blank = rest.lastIndexOf(' ', columns);
    const end = blank > 0 ? blank : columns;
    parts.push(rest.slice(0, end).join('').trimEnd());
    rest = rest.slice(blank > 0 ? end + 1 : end);
  }
  return [...parts, rest.join('')];
}

const pad = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - [...text].length));
