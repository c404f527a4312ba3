import { tokensOf } from '../attribute/cues.js';
import { wordRows, wordSet } from '../knowledge/load.js';
import type { Span } from '../model.js';
import { isWordCharacter } from '../text/characters.js';
import { endsWithAny } from '../text/ends.js';
import { hasAnyPart } from '../text/shape.js';
import { skipBack } from '../text/stretches.js';

/** What kind of file a hash is of: each is seen in another log, those that a mail or a download carries in that of downloads, and those of other files in
 * none. A certificate’s is of no file. */
export type HashKind = 'program' | 'library' | 'driver' | 'carried' | 'other' | 'certificate';

/** Whether two kinds are both of no program, or the same. */
export function isAlike(one: HashKind, other: HashKind): boolean {
  return one === other || (isOfNoProgram(one) && isOfNoProgram(other));
}

const isOfNoProgram = (kind: HashKind): boolean => kind === 'carried' || kind === 'other';

/** A word that says what kind a file is of, or a file's name with an ending of that kind. */
export interface NamedKind extends Span {
  readonly kind: HashKind;
  readonly isName: boolean;
}

/** The kinds of files that a part of a line names, in order, with their places. */
export function kindsNamedIn(text: string): readonly NamedKind[] {
  const found: NamedKind[] = [];
  for (let start = 0; start < text.length; start += 1) {
    if (!isWordCharacter(text[start])) continue;
    let end = start;
    while (isWordCharacter(text[end]) || (text[end] === '.' && isWordCharacter(text[end + 1]))) end += 1;
    // A name may end with a bracket before its point: "levy (7).doc".
    const word = text.slice(start, end).toLowerCase();
    const kind = kindOfWord(text[start - 1] === '.' ? `.${word}` : word);
    if (kind !== undefined && !isOfSomethingElse(text, { start, end, word }))
      found.push({ kind, start, end, isName: word.lastIndexOf('.') > 0 });
    start = end;
  }
  return found;
}

/** How far behind a word the next one is read. */
const NEXT_MAX = 24;
const SIGNED = ['sign', 'Sign'] as const;

/** Endings of pictures: the address of one in a row of hashes is where a report shows something. */
const PICTURES = ['.png', '.jpg', '.jpeg', '.gif'] as const;

/**
 * Whether a word says nothing of the file: a folder of an address ("/attachments/"), a part of a registry key ("\\Monitors\\Driver"), the address of
 * a picture, what a program runs ("shellcode loader", "driver installer"), and the certificate with which a file is signed.
 */
function isOfSomethingElse(text: string, { start, end, word }: Span & { readonly word: string }): boolean {
  if (text[start - 1] === '/' && text[end] === '/') return true;
  if (text[start - 1] === '\\' && !word.includes('.')) return true;
  if (text[start - 1] === '/' && endsWithAny(word, PICTURES)) return true;
  if (wordSet('encrypted-things').has(word)) return !isEncrypted(text, start);
  const next = tokensOf(text.slice(end, end + NEXT_MAX))[0]?.text ?? '';
  if ((wordSet('raw-code').has(word) || word === 'driver') && wordSet('code-runners').has(next)) return true;
  return word.startsWith('certificate') && hasAnyPart(text, SIGNED);
}

/** How many words may stand between "encrypted" and what is. */
const BETWEEN = 2;
/** Signs at which a remark begins. */
const OF_REMARKS = ',;:|()–—';

/** Whether a remark begins by calling a thing encrypted, as nothing is that runs: "encrypted RAT payload". */
function isEncrypted(text: string, start: number): boolean {
  const remark = text.slice(
    skipBack(text, start, (character) => !OF_REMARKS.includes(character)),
    start,
  );
  const words = tokensOf(remark)
    .map((token) => token.text)
    .filter((word) => !wordSet('articles').has(word));
  return words.length <= BETWEEN + 1 && wordSet('called-encrypted').has(words[0] ?? '');
}

function kindOfWord(word: string): HashKind | undefined {
  const dot = word.lastIndexOf('.');
  const [list, asked] =
    dot >= 0 ? (['hash-file-endings', word.slice(dot + 1)] as const) : (['hash-file-words', word] as const);
  for (const [kind, known] of wordRows(list)) if (known?.has(asked)) return kind as HashKind;
  return undefined;
}
