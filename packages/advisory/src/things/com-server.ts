import { tokensOf } from '../attribute/cues.js';
import { windowsPaths } from '../kinds/windows-paths.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, Span } from '../model.js';
import { passagesOf, sentenceAround } from '../segment/passage.js';
import { isHexDigit } from '../text/characters.js';
import { isAll, stretchesOf } from '../text/stretches.js';
import type { Page } from './page.js';

/** How many digits the groups of a class's number have. */
const GROUPS = [8, 4, 4, 4, 12];
const SERVERS = ['InprocServer32', 'LocalServer32'] as const;
const TITLE = 'COM Server Registered For A Reported File';

/**
 * Finds classes of COM whose sentence tells the file that is registered for them: "the CLSID {7b1c…} with InprocServer32 set to C:\\Fen\\fen.dll".
 * Where the whole key is written, the kind of registry values has it.
 */
export function findComServers({ doc }: Page): readonly FoundThing[] {
  return passagesOf(doc).flatMap((passage): readonly FoundThing[] => {
    const { text, start: offset } = passage;
    if (passage.block.type === 'code' || !text.includes('\\')) return [];
    const at = ({ start, end }: Span): Span => ({ start: offset + start, end: offset + end });
    return classesIn(text).flatMap((own): readonly FoundThing[] => {
      const sentence = sentenceAround(text, own.start, own.end);
      const told = text.slice(sentence.start, sentence.end);
      const paths = windowsPaths(passage).filter(
        (path) => path.at.start >= sentence.start && path.at.end <= sentence.end,
      );
      const [path, ...others] = paths;
      if (
        path === undefined ||
        others.length > 0 ||
        !tokensOf(told).some((word) => wordSet('com-words').has(word.text))
      )
        return [];
      const server = SERVERS.find((each) => told.toLowerCase().includes(each.toLowerCase()));
      const value = `\\{${text.slice(own.start, own.end)}}${server === undefined ? '' : `\\${server}`}`;
      return [
        {
          thing: 'registry-data',
          value: path.path.startsWith('%') ? path.path.slice(path.path.indexOf('%', 1) + 1) : path.path,
          deed: 'written',
          seenIn: 'windows/registry-set',
          title: TITLE,
          spans: [at(path.at)],
          beside: [{ thing: 'registry-key', value, spans: [at(own)] }],
        },
      ];
    });
  });
}

/** The numbers of classes in a text, without their braces and outside of whole keys. */
function classesIn(text: string): readonly Span[] {
  return stretchesOf(
    text,
    (character) => isHexDigit(character) || character === '-',
    GROUPS.reduce((a, b) => a + b) + 4,
  ).filter(({ text: number, start }) => {
    const groups = number.split('-');
    const isNumber = groups.every((group, each) => group.length === GROUPS[each] && isAll(group, isHexDigit));
    const before = text[start - 1] === '{' ? text[start - 2] : text[start - 1];
    return isNumber && groups.length === GROUPS.length && before !== '\\';
  });
}
