/** Reads CSV by the grammar of RFC 4180, and by nothing else. @throws Error where the text leaves it */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= text.length) throw new Error('a quoted cell does not end');
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    } else {
      const end = /[",\r\n]|$/.exec(text.slice(at));
      cell = text.slice(at, at + (end?.index ?? 0));
      at += cell.length;
    }
    row.push(cell);
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else
      throw new Error(`neither a comma nor the end of a line at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`);
  }
  return rows;
}
