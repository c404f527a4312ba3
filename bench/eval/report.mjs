// The table and the list of errors, as text.

/** Rows as one table, the measures in their order, sets below each; `all` where several sets have a measure that can be pooled. */
export function table(rows) {
  const lines = rows.map(({ measure, set, value, support }) => [
    measure,
    set,
    value === undefined ? '–' : value.toFixed(3),
    String(support),
  ]);
  const head = ['measure', 'set', 'value', 'of'];
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at].length)));
  const draw = ([measure, set, value, support]) =>
    `${measure.padEnd(widths[0])}  ${set.padEnd(widths[1])}  ${value.padStart(widths[2])}  ${support.padStart(widths[3])}`;
  let last = '';
  const body = lines.map(([measure, ...rest]) => {
    const line = draw([measure === last ? '' : measure, ...rest]);
    last = measure;
    return line.trimEnd();
  });
  return [draw(head), '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...body].join('\n');
}

/** Pools a measure's sets, where each says how many hits it had. */
export function withOverall(rows) {
  const pooled = rows.filter(({ hits }) => hits !== undefined);
  if (pooled.length < 2) return rows;
  const support = pooled.reduce((sum, row) => sum + row.support, 0);
  const hits = pooled.reduce((sum, row) => sum + row.hits, 0);
  return [...rows, { measure: rows[0].measure, set: 'all', value: hits / support, support }];
}

/** What was missed and what was wrong, case by case, with the place in the canonical text and the words there. */
export function errorList(rows, textOfCase) {
  const lines = [];
  for (const { measure, set, errors = [] } of rows) {
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
