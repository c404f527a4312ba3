import type { Reading } from '../reading.js';
import { readXml } from './xml.js';

/** What a paragraph's style says it is. */
export interface WordStyle {
  /** 1–6. */
  readonly level?: number;
  readonly is?: 'list-item' | 'code' | 'contents';
}

/** The styles of a Word document by their ids. A style's name is English whatever the language of the program; its id is not. */
export function wordStyles(source: string, reading: Reading): ReadonlyMap<string, WordStyle> {
  const styles = new Map<string, WordStyle>();
  let id = '';
  readXml(source, reading, {
    open: (name, attributes) => {
      if (name === 'w:style') id = attributes['w:styleId'] ?? '';
      else if (name === 'w:name' && id !== '') styles.set(id, styleOf(attributes['w:val'] ?? ''));
      else if (name === 'w:outlineLvl' && id !== '') {
        const level = Number(attributes['w:val']) + 1;
        if (level >= 1 && level <= 6) styles.set(id, { ...styles.get(id), level });
      }
    },
  });
  return styles;
}

/** What a style's name says of its paragraphs. */
export function styleOf(written: string): WordStyle {
  const name = written.toLowerCase();
  const level = name.startsWith('heading') ? Number(name.slice(-1)) : name === 'title' ? 1 : 0;
  if (level >= 1 && level <= 6) return { level };
  if (name.startsWith('toc')) return { is: 'contents' };
  if (name.startsWith('list')) return { is: 'list-item' };
  return name.includes('code') || name.includes('preformatted') || name === 'plain text' ? { is: 'code' } : {};
}

const MONOSPACE = ['consolas', 'courier', 'mono', 'menlo', 'terminal', 'source code'];

/** Whether a typeface is one for code. */
export const isMonospace = (font: string): boolean => MONOSPACE.some((part) => font.toLowerCase().includes(part));
