import { type Token, tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { isVerb, isVerbOf } from '../deeds/verbs.js';
import { wordSet, wordTexts } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing, Span } from '../model.js';
import { type Passage, passagesOf, sentenceAround } from '../segment/passage.js';
import { hasWord, isSmallLetter, isWordCharacter, placesOf } from '../text/characters.js';
import { hasDigit, isMadeOf } from '../text/shape.js';
import { type CharacterClass, hasStretch } from '../text/stretches.js';
import { folderPathAt } from './folder-path.js';
import { type FolderPlace, ownPart } from './folder-place.js';
import type { Page } from './page.js';

const ROOTS = [':\\', '%\\'];
/** How many words may stand between "from" and the path: "from the folder". */
const WORDS_BETWEEN = 2;
/** Shorter names are abbreviations. */
const NAME_MIN = 5;
const RUN = ['executed', 'started', 'called'] as const;
const INTO = new Set(['in', 'into', 'to', 'under']);
const TITLE = 'Program Started From A Reported Folder';

/**
 * Finds folders of Windows that a program is said to have been run from, or into which a known tool was put: "TeamViewer was executed from
 * C:\\Users\\Public\\Fen", "installed AnyDesk in C:\\ProgramData\\Fen". In a folder that every host has, only a tool or program that the sentence names.
 */
export function findStartedFolders({ doc }: Page): readonly FoundThing[] {
  if (hostSystem(doc.text) !== 'windows') return [];
  return passagesOf(doc).flatMap((passage) => {
    const isTold = passage.block.type !== 'code' && passage.block.type !== 'heading';
    return isTold ? foldersIn(passage) : [];
  });
}

function foldersIn(passage: Passage): readonly FoundThing[] {
  const { text } = passage;
  return ROOTS.flatMap((root) =>
    placesOf(text, root).flatMap((at): readonly FoundThing[] => {
      const path = folderPathAt(text, at);
      const folder = path === undefined ? undefined : ownPart(text, path);
      if (path === undefined || folder === undefined) return [];
      const sentence = sentenceAround(text, path.start, path.end);
      const before = tokensOf(text.slice(sentence.start, path.start), sentence.start);
      const told = text.slice(sentence.start, sentence.end);
      // A tool that has another name is not found by its own.
      const tool = hasWordOf('renamed', told) ? undefined : toolIn(before);
      if (tool !== undefined && isWhereInstalled(path.folders, tool.text)) return [];
      const behind = tokensOf(text.slice(path.end, sentence.end), path.end);
      if (!isFrom(before, behind) && !(tool !== undefined && isPutInto(text, sentence, before))) return [];
      const isOwn = !wordSet('ordinary-folders').has((path.folders.at(-1) ?? '').toLowerCase());
      const program = tool ?? namedProgram(text, before) ?? namedProgram(text, behind);
      return isOwn || program !== undefined ? [startedFrom(passage, folder, program)] : [];
    }),
  );
}

/** Whether a folder is that of a tool's name among installed programs, as everybody has it who uses the tool. */
function isWhereInstalled([first = '', ...inner]: readonly string[], tool: string): boolean {
  return (
    wordSet('install-folders').has(first.toLowerCase()) && inner.some((folder) => hasWord(folder.toLowerCase(), tool))
  );
}

function startedFrom({ start }: Passage, folder: FolderPlace, tool: Token | undefined): FoundThing {
  const at = (span: Span): Span => ({ start: start + span.start, end: start + span.end });
  const program = tool === undefined ? undefined : (wordTexts('remote-tools').get(tool.text) ?? `${tool.text}.exe`);
  const beside: readonly FoundThing[] =
    tool === undefined || program === undefined ? [] : [{ thing: 'process', value: program, spans: [at(tool)] }];
  return {
    thing: 'directory',
    value: folder.value,
    deed: 'executed',
    seenIn: 'windows/process-creation',
    title: TITLE,
    spans: [at(folder)],
    ...(beside.length > 0 ? { beside } : {}),
  };
}

/** The one known tool among some words. */
function toolIn(tokens: readonly Token[]): Token | undefined {
  const tools = tokens.filter(({ text }) => wordTexts('remote-tools').has(text));
  return new Set(tools.map(({ text }) => text)).size === 1 ? tools[0] : undefined;
}

/** A program that is told by a name without ending, as those of one intrusion have: "a program named xkdfwq", "the encryptor, jvqpre,". */
function namedProgram(text: string, tokens: readonly Token[]): Token | undefined {
  return tokens.find((token, at) => {
    const [noun, link] = [tokens[at - 1], tokens[at - 2]];
    const isNamed = wordSet('name-givers').has(noun?.text ?? '') && isProgram(link);
    const isBetween = isProgram(noun) && text.slice(noun?.end, token.start) === ', ' && text[token.end] === ',';
    return (isNamed || (isBetween && isUnspeakable(token.text))) && isMadeUp(text, token);
  });
}

function isProgram(token: Token | undefined): boolean {
  return wordSet('nouns-of-programs').has(token?.text ?? '');
}

/** Whether nobody could speak a word: between commas many words of the language stand too. */
function isUnspeakable(name: string): boolean {
  return hasDigit(name) || hasStretch(name, isConsonant, CONSONANTS_MIN);
}

const CONSONANTS_MIN = 4;
const isConsonant: CharacterClass = (character) => isSmallLetter(character) && !'aeiouy'.includes(character);

/** Whether a word is none of the language, and no name of a file with an ending. */
function isMadeUp(text: string, { text: name, end }: Token): boolean {
  const isWhole = !(text[end] === '.' && isWordCharacter(text[end + 1])) && isMadeOf(name, '');
  return isWhole && name.length >= NAME_MIN && !wordSet('prose-words').has(name) && !isVerb(name);
}

/** Whether words right before a path, or behind one that begins the sentence, say that something was run from there. */
function isFrom(before: readonly Token[], behind: readonly Token[]): boolean {
  const from = before.findLastIndex(({ text }) => text === 'from');
  if (from < 0 || before.length - from - 1 > WORDS_BETWEEN) return false;
  if (before.some(({ text }) => wordSet('modals').has(text))) return false;
  const verb =
    before.slice(0, from).findLast(({ text }) => isVerb(text)) ??
    (from === 0 ? behind.find(({ text }) => isVerb(text)) : undefined);
  return verb !== undefined && isVerbOf(RUN, verb.text);
}

function isPutInto(text: string, sentence: Span, before: readonly Token[]): boolean {
  const into = before.findLastIndex((word) => INTO.has(word.text));
  const isNear = into >= 0 && before.length - into - 1 <= WORDS_BETWEEN;
  return isNear && hasWordOf('files-written', text.slice(sentence.start, before[into]?.start));
}
