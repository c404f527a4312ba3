import { saveFile } from '../../api/clients.js';
import type { ShownRow } from './matrix-rows.js';
import { heatOf, STATES, type TechniqueState } from './technique-queries.js';

const COLUMN = 118;
const ROW = 24;
const HEAD = 66;
const GAP = 4;
/** Letters that a cell has room for. */
const LETTERS = 17;
/** A PNG has this many of its pixels for each of the SVG's, so that it can be read on a slide. */
const SHARPNESS = 2;

/** Fills on white, as the page has them in its light theme: a picture leaves for documents, which are white. */
const HEAT = ['#ffffff', '#d4e4e3', '#b7d3d1', '#93bcba', '#0f6b66'] as const;
const FILLS: Readonly<Partial<Record<TechniqueState, string>>> = {
  visible: '#dfeffa',
  gap: '#fde4e1',
  excluded: '#eef2f1',
};

/** A technique of the picture's column. */
interface Tactic {
  readonly tactic_id: string;
  readonly name: string;
}

/**
 * The matrix as a picture of its techniques, without sub-techniques.
 * @param title what stands above it, such as the account and the day
 * @returns an SVG that needs nothing else
 */
export function matrixSvg(tactics: readonly Tactic[], rows: readonly ShownRow[], title: string): string {
  const columns = tactics.map(({ name, tactic_id }) => ({
    name,
    cells: rows.filter(({ technique }) => technique.tactics.includes(tactic_id)),
  }));
  const width = columns.length * (COLUMN + GAP) + GAP;
  const height = HEAD + Math.max(...columns.map(({ cells }) => cells.length)) * (ROW + GAP) + GAP;
  const drawn = columns.flatMap(({ cells, name }, column) => {
    const x = GAP + column * (COLUMN + GAP);
    return [
      text(x, HEAD - 24, cut(name), '600'),
      text(x, HEAD - 9, `${cells.filter(({ state }) => state === 'covered').length} of ${cells.length} covered`),
      ...cells.map((cell, row) => drawCell(cell, x, HEAD + row * (ROW + GAP))),
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" fill="#14201f"><defs><pattern id="partly" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="3" height="8" fill="#ffffff" fill-opacity="0.6"/></pattern></defs><rect width="100%" height="100%" fill="#ffffff"/>${text(GAP, 20, title, '600')}${drawn.join('')}</svg>`;
}

/** Gives the reader the picture as an SVG file, or as a PNG file. */
export async function saveMatrixPicture(svg: string, form: 'svg' | 'png', name: string): Promise<void> {
  const file = new Blob([svg], { type: 'image/svg+xml' });
  saveFile(form === 'svg' ? file : await pngOf(file), `${name}.${form}`);
}

function drawCell({ state, technique }: ShownRow, x: number, y: number): string {
  const heat = heatOf(state, technique.confidence);
  const fill = heat === undefined ? (FILLS[state] ?? '#ffffff') : HEAT[heat];
  const box = `x="${x}" y="${y}" width="${COLUMN}" height="${ROW}" rx="3"`;
  const border = state === 'unknown' ? ' stroke="#7c8c89" stroke-dasharray="3 2"' : '';
  const hatched = state === 'partial' ? `<rect ${box} fill="url(#partly)"/>` : '';
  const words = heat === 4 ? '#ffffff' : '#14201f';
  return `<g><title>${escaped(`${technique.technique_id} ${technique.name}: ${STATES[state].name}`)}</title><rect ${box} fill="${fill}"${border}/>${hatched}${text(x + 5, y + 16, `${STATES[state].letter} ${cut(technique.name)}`, '400', words)}</g>`;
}

const text = (x: number, y: number, words: string, weight = '400', fill = '#14201f'): string =>
  `<text x="${x}" y="${y}" font-weight="${weight}" fill="${fill}">${escaped(words)}</text>`;

const cut = (name: string): string => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name);

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** @throws Error where the browser cannot draw the picture */
async function pngOf(svg: Blob): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SHARPNESS;
    canvas.height = image.naturalHeight * SHARPNESS;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (png === null) throw new Error('This browser cannot make a PNG of the matrix. Download it as SVG.');
    return png;
  } finally {
    URL.revokeObjectURL(url);
  }
}
