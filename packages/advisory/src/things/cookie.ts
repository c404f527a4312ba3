import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const WORD = 'cookie';
const NAME = { min: 5, max: 40 } as const;
/** How far behind the word a name may stand. */
const BEHIND = 160;
/** How far around the word the text may say that it is sent, and where to. */
const NEAR = 240;
const OPENERS = new Set(' "\'“‘`\n');

/**
 * Finds cookies that a sentence names with their equals sign ("a Cookie header that begins with hrn_id="). A header that is quoted as it was
 * sent belongs to its request.
 */
export function findCookies(page: Page): readonly FoundThing[] {
  const found: FoundThing[] = [];
  for (const at of placesOf(page.lower, WORD)) {
    if (isWordCharacter(page.text[at - 1]) || page.text[at + WORD.length] === ':' || page.isCode(at)) continue;
    const around = wordsAround(page, at);
    if (!around.some((word) => wordSet('cookie-sent-words').has(word))) continue;
    const seenIn = around.some((word) => wordSet('inbound-words').has(word)) ? 'network/webserver' : 'network/proxy';
    found.push(...namesBehind(page, at + WORD.length).map((name) => ({ ...name, seenIn })));
  }
  return joined(found);
}

function wordsAround({ lower }: Page, at: number): readonly string[] {
  return tokensOf(lower.slice(Math.max(0, at - NEAR), at + NEAR)).map(({ text }) => text);
}

/** Names with an equals sign in the same block. */
function namesBehind(page: Page, from: number): readonly FoundThing[] {
  const { text } = page;
  const block = page.blockAt(from - 1);
  const found: FoundThing[] = [];
  for (let at = text.indexOf('=', from); at >= 0 && at < from + BEHIND; at = text.indexOf('=', at + 1)) {
    let start = at;
    while (start > from && (isWordCharacter(text[start - 1]) || '-.'.includes(text[start - 1] as string))) start -= 1;
    const name = text.slice(start, at);
    if (!OPENERS.has(text[start - 1] ?? ' ') || '="'.includes(text[at + 1] ?? ' ') || !isOwn(name)) continue;
    if (page.blockAt(at) !== block) break;
    found.push({ thing: 'cookie', value: `${name}=`, deed: 'requested', spans: [page.spanOf(start, at + 1)] });
  }
  return found;
}

/** Whether a name is none that platforms give by themselves. */
function isOwn(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    name.length >= NAME.min &&
    name.length <= NAME.max &&
    isWordCharacter(name[0]) &&
    !lower.startsWith(WORD) &&
    !wordSet('everyday-cookies').has(lower)
  );
}
