/**
 * One line of a sample page. Coordinates are in points from the lower left corner; `text` is written as in a PDF string (`\\(`, `\\\\`).
 */
export interface SampleLine {
  readonly text: string;
  readonly y: number;
  readonly x?: number;
  readonly size?: number;
  readonly mono?: boolean;
  readonly bold?: boolean;
}

/** Makes a small PDF of the given pages, in the standard fonts. `info` is the document information dictionary in PDF syntax. */
export function pdfOf(pages: readonly (readonly SampleLine[])[], info = ''): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${6 + at * 2} 0 R`).join(' ')}] >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>');
  for (const [at, lines] of pages.entries()) {
    const content = lines
      .map(
        (line) =>
          `BT /${line.mono === true ? 'F2' : line.bold === true ? 'F3' : 'F1'} ${line.size ?? 10} Tf ${line.x ?? 72} ${line.y} Td (${line.text}) Tj ET`,
      )
      .join('\n');
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${7 + at * 2} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  const about = add(`<< ${info} >>`);
  let text = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [at, body] of objects.entries()) {
    offsets.push(text.length);
    text += `${at + 1} 0 obj\n${body}\nendobj\n`;
  }
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, '0')} 00000 n \n`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${about} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Makes a PDF of one page with the given compressed content. */
export function pdfOfPacked(content: Uint8Array, filter: string): Uint8Array {
  const head = Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>\nendobj\n4 0 obj\n<< /Length ${content.length} /Filter ${filter} >>\nstream\n`,
  );
  return Buffer.concat([head, content, Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')]);
}
