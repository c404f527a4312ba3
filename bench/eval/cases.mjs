// The text of an annotated advisory, and the engine's reading of it.

import { readFileSync } from 'node:fs';
import { read } from '@tripline/advisory';

const MEDIA_TYPES = { pdf: 'application/pdf', md: 'text/markdown', txt: 'text/plain' };

/** The bytes of a case as text; markers of the collection and answers printed on the page are taken out. Undefined for a PDF. */
export function textOf({ set, format, path }) {
  if (format === 'pdf') return undefined;
  const text = readFileSync(path, 'utf8');
  if (set === 'tram') return text.replace(/^(?:\s*(?:title|url|date|author|source)\s*:[^\n]*\n)+/i, '');
  if (set !== 'k8s-matrix') return text;
  return text.replace(/^---\n[\s\S]*?\n---\n/, '').replaceAll(/^!!! info[^\n]*\n(?:[ \t]+[^\n]*\n|\n(?=[ \t]))*/gm, '');
}

/** The engine's reading of a case. */
export function readCase(each) {
  const text = textOf(each);
  const bytes = text === undefined ? readFileSync(each.path) : new TextEncoder().encode(text);
  return read(new Uint8Array(bytes), { contentType: MEDIA_TYPES[each.format] ?? 'text/plain' });
}

/**
 * Where the annotated places of a case's file are in the engine's canonical text: the nearest part with the same letters and digits. Places
 * that the reading dropped are left out.
 */
export function placesIn(each, doc) {
  const original = readFileSync(each.path, 'utf8');
  const [from, to] = [lettersOf(original), lettersOf(doc.text)];
  return (each.gold.technique_spans ?? []).flatMap(([start, end, id]) => {
    const wanted = lettersOf(original.slice(start, end)).letters;
    const near = from.places.findIndex((place) => place >= start);
    const at = wanted === '' ? -1 : nearest(to.letters, wanted, near);
    return at < 0 ? [] : [{ id, start: to.places[at], end: to.places[at + wanted.length - 1] + 1 }];
  });
}

function nearest(text, wanted, near) {
  let best = -1;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (best < 0 || Math.abs(at - near) < Math.abs(best - near)) best = at;
  }
  return best;
}

function lettersOf(text) {
  const places = [];
  let letters = '';
  for (const match of text.matchAll(/[A-Za-z0-9]/g)) {
    letters += match[0].toLowerCase();
    places.push(match.index);
  }
  return { letters, places };
}
