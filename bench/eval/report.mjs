// The table and the list of errors, as text.

/** Rows as one table: a measure's sets one below the other, a column for each half, and a mark where working and judging are apart. */
export function table(rows, halves) {
  const head = ['measure', 'set', ...halves.map((half) => `${half}: value, 95 % interval, of`)];
  const lines = rows.map(({ measure, set, cells, isApart }, at) => [
    measure === rows[at - 1]?.measure ? '' : measure,
    set,
    ...halves.map((half) => cellText(cells.get(half))),
    isApart ? '≠' : '',
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at].length)));
  const draw = (line) =>
    line
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [draw(head), '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...lines.map(draw)].join('\n');
}

function cellText(cell) {
  if (cell === undefined) return '–';
  const { value, around, support } = cell;
  const interval = around === undefined ? '' : `${around.low.toFixed(2)}–${around.high.toFixed(2)}`;
  return `${value.toFixed(3)}  ${interval.padEnd(9)}  ${String(support).padStart(5)}`;
}

/** Which rows' intervals of the working and the judging half share no value, in a sentence. */
export function apartText(rows) {
  const apart = rows.filter(({ isApart }) => isApart).map(({ measure, set }) => `${measure} (${set})`);
  return apart.length === 0
    ? 'working and judging are nowhere further apart than chance'
    : `working and judging are further apart than chance: ${apart.join('; ')}`;
}

/** What was missed and what was wrong, case by case, with the place and the words in the canonical text. */
export function errorList(measured, textOfCase) {
  const lines = [];
  for (const { measure, set, errors } of measured) {
    if (errors.length === 0) continue;
    lines.push('', `${measure} (${set})`);
    for (const { id, kind, value, at } of errors) {
      const place =
        at === undefined ? 'no place in the text known' : `at ${at.start}–${at.end} "${excerpt(textOfCase(id), at)}"`;
      lines.push(`  ${kind.padEnd(6)} ${id}  ${oneLine(value)}  ${place}`);
    }
  }
  return lines.join('\n');
}

function excerpt(text, { start, end }) {
  const words = text.slice(Math.max(0, start - 30), Math.min(text.length, Math.min(end, start + 120) + 30));
  return oneLine(words);
}

function oneLine(text) {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}
