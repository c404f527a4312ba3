import type { FoundThing } from '../model.js';
import { isDigit, isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const ANY_HOST = '://*';
const SHORTEST = 8;
const LENGTH_MAX = 200;
const PORT_MAX = 5;
const IN_PATH = '/-._~%';

/** Finds the paths at which an implant listens on the victim's own web server: `https://*:443/fen/marsh/`, as Windows registers such addresses. */
export function findListeners({ text, spanOf }: Page): readonly FoundThing[] {
  const found = placesOf(text, ANY_HOST).flatMap((at): readonly FoundThing[] => {
    const start = pathStart(text, at + ANY_HOST.length);
    let end = start;
    while (end - start < LENGTH_MAX && (isWordCharacter(text[end]) || IN_PATH.includes(text[end] ?? ' '))) end += 1;
    while (end > start && text[end - 1] === '.') end -= 1;
    const value = text.slice(start, end);
    if (value.length < SHORTEST || !value.startsWith('/')) return [];
    return [{ thing: 'url-path', value, seenIn: 'network/webserver', deed: 'requested', spans: [spanOf(start, end)] }];
  });
  return joined(found, ({ value }) => value.toLowerCase());
}

/** The place behind the port, where one is given. */
function pathStart(text: string, from: number): number {
  if (text[from] !== ':') return from;
  let at = from + 1;
  while (at - from <= PORT_MAX && isDigit(text[at])) at += 1;
  return at;
}
