import { wordRows, wordSet } from '../knowledge/load.js';
import { isDigit, isLetter } from '../text/characters.js';
import { closesWith, isExe, opensWith, trimEndOf, withoutFirst, withoutLast } from '../text/ends.js';
import {
  hasAny,
  hasDigit,
  isCapitalised,
  isCapitals,
  isMadeOf,
  isSmall,
  startsWithCapital,
  startsWithSmall,
} from '../text/shape.js';
import { type Head, headAt, headScore, isOption, isProseSlash, standsBare, startsStatement } from './heads.js';
import { bareName, isPowerShell, toolOf } from './programs.js';
import { isArgument, isFunctionWord, isOperator, isProseWord, type Word } from './words.js';

/** Most words of a command in prose; a longer one is cut. */
const WORDS_MAX = 120;
/** The score from which a word in a running command begins the next command. */
const NEXT_COMMAND = 3;
/** Operators before which a plain word is an argument. */
const LEADS_ON: ReadonlySet<string> = new Set(['|', '>', '>>', '&', '&&']);

/** Where a command ends. */
export interface Extent {
  /** The offset after its last word. */
  readonly end: number;
  /** Whether a part of it shows that it is a command: an option, a path, a known sub-command. */
  readonly proven: boolean;
  /** Whether the next command begins right after it. */
  readonly nextFollows: boolean;
}

/**
 * The end of the command that begins with `words[index]`. It ends where the next command begins; in `prose` also at the first word that
 * only sentences have.
 */
export function commandExtent(words: readonly Word[], index: number, head: Head, prose: boolean): Extent {
  const walk = new Walk(words, index, head, prose);
  return walk.run();
}

class Walk {
  private end: number;
  private proven = false;
  private nextFollows = false;
  private program: string;
  private verbs: ReadonlySet<string> | undefined;
  /** Whether the word before was an option that may take a value. */
  private afterOption = false;
  /** Whether the word before was an operator: the next word is the first of another command in the same line. */
  private expectsHead = false;
  private afterHead = true;
  /** Whether the word before was a sub-command or its object. */
  private afterOperand = false;
  private readonly bare: boolean;

  constructor(
    private readonly words: readonly Word[],
    private readonly index: number,
    head: Head,
    private readonly prose: boolean,
  ) {
    this.end = head.word.end;
    this.program = head.program?.name ?? bareName(head.text);
    this.verbs = head.program?.verbs;
    this.bare = standsBare(head);
  }

  run(): Extent {
    const last = this.prose ? Math.min(this.words.length - 1, this.index + WORDS_MAX) : this.words.length - 1;
    for (let at = this.index + 1; at <= last; at += 1) if (!this.take(at)) break;
    return { end: this.end, proven: this.proven, nextFollows: this.nextFollows };
  }

  /** Adds a word to the command; false where the command ended before it or ends with it. */
  private take(at: number): boolean {
    const word = this.words[at] as Word;
    const { text } = word;
    const next = this.words[at + 1];
    if (isOperator(text)) {
      if (next === undefined) return false;
      const isToStream = text.at(-2) === '&' && isDigit(text.at(-1));
      this.expectsHead = closesWith(text, '|&;') && !text.includes('>');
      this.afterOption = !this.expectsHead && !isToStream;
      if (isToStream) this.end = word.end;
      this.proven = true;
      return true;
    }
    const bare = trimEndOf(text, '.,;:!?)');
    const sentenceEnds = this.prose && endsSentence(text, next);
    if (this.expectsHead || this.carries(at)) {
      const inner =
        headAt(this.words, at) ?? (toolOf(bare) === undefined ? undefined : headAt([{ ...word, text: bare }], 0));
      if (inner !== undefined) {
        this.program = inner.program?.name ?? bareName(inner.text);
        this.verbs = inner.program?.verbs;
        return this.accept(word, bare, { head: true, sentenceEnds });
      }
      if (this.expectsHead && this.prose && !isArgument(bare)) return false;
      this.expectsHead = false;
    }
    // "esxcli vm process kill": a word of its own behind another is no program's name.
    const isOwnVerb = this.afterOperand && this.verbs?.has(bare.toLowerCase()) === true;
    if (!isOwnVerb && this.beginsNext(at)) {
      this.nextFollows = true;
      return false;
    }
    if (!this.prose) {
      const goesOn = this.accept(word, text, { option: isOption(text) });
      this.afterOperand = this.verbs?.has(bare.toLowerCase()) === true;
      return goesOn;
    }
    return this.takeProse(at, word, bare, sentenceEnds);
  }

  private takeProse(at: number, word: Word, bare: string, sentenceEnds: boolean): boolean {
    const known = this.verbs?.has(bare.toLowerCase()) === true;
    if (known || isArgument(word.text)) {
      if (!known && !this.isOwn(at, word)) return false;
      this.proven = true;
      this.accept(word, bare, {
        option: !word.quoted && isOption(word.text) && !hasAny(word.text.slice(0, -1), ':='),
      });
      this.afterOperand = known;
      return !sentenceEnds;
    }
    if (this.proseBegins(at, bare)) return false;
    const operand = this.afterOperand && isOperand(bare);
    if (!operand && !this.isValue(bare, sentenceEnds ? undefined : this.words[at + 1])) return false;
    this.accept(word, bare, {});
    this.afterOperand = operand;
    return !sentenceEnds;
  }

  /** Whether what looks like an argument is one, and no word of a sentence with a slash or in quotation marks. */
  private isOwn(at: number, word: Word): boolean {
    if (!word.quoted) return !isProseSlash(word.text);
    return this.proven || !isFunctionWord(this.words[at + 1]?.text ?? '');
  }

  /** Whether a word shows that the sentence goes on behind the command. */
  private proseBegins(at: number, bare: string): boolean {
    if (isFunctionWord(bare) && !(this.afterOption && isCapitals(bare))) return true;
    if (beginsSentence(bare, this.words[at - 1], this.words[at + 1])) return true;
    const mayBeProse = this.afterOption ? isCapitalised(bare) : this.proven && isProseWord(bare);
    return mayBeProse && this.proseGoesOn(at);
  }

  /** Whether a plain word is an option's value, or an argument since an option or an operator follows it in the sentence. */
  private isValue(bare: string, next: Word | undefined): boolean {
    // A password before an option is no word of a sentence: "net user heron qc69#Z /add".
    if (!isMadeOf(bare, '.@+-')) return this.proven && hasDigit(bare) && next !== undefined && isOption(next.text);
    if (this.afterOption) return true;
    return (this.afterHead || this.proven) && next !== undefined && leadsOn(next.text) && !isCapitalised(bare);
  }

  private accept(
    word: Word,
    bare: string,
    {
      head = false,
      option = false,
      sentenceEnds = false,
    }: { head?: boolean; option?: boolean; sentenceEnds?: boolean },
  ): boolean {
    this.end = this.prose ? trimmedEnd(word) : word.end;
    this.afterOption = option && !wordSet('flag-options').has(withoutLast(bare.toLowerCase(), '"\'”'));
    this.expectsHead = false;
    this.afterOperand = false;
    this.afterHead = head;
    return !sentenceEnds;
  }

  /** Whether the program starts another program after the word before. */
  private carries(at: number): boolean {
    const after = wordRows('carriers').get(this.program);
    if (after === undefined) return false;
    const before = withoutFirst((this.words[at - 1] as Word).text.toLowerCase(), '"\'“”');
    return after.has('*') || after.has(before.startsWith('–') ? `-${before.slice(1)}` : before);
  }

  /** Whether another command begins here: a program with arguments of its own, or one that stands alone among others. */
  private beginsNext(at: number): boolean {
    if (startsStatement(this.words, at)) return !isPowerShell(this.program) && this.complete();
    const head = headAt(this.words, at);
    if (head === undefined || head.program === undefined || !this.complete()) return false;
    if (isToldAgain(head.text, this.words[at + 1])) return this.prose;
    const score = headScore(this.words, at, head, 0, false);
    // A name after an option may be its value; one without arguments of its own is an argument.
    const verb = head.program.verbs?.has((this.words[at + 1]?.text ?? '').toLowerCase()) === true;
    const needed = verb
      ? NEXT_COMMAND
      : this.afterOption
        ? NEXT_COMMAND + 1
        : Math.max(NEXT_COMMAND, head.strength + 1);
    if (score >= needed && (verb || !this.afterOption || head.strength < 3)) return true;
    return this.bareNext(at, head);
  }

  private bareNext(at: number, head: Head): boolean {
    if (!this.prose || !standsBare(head) || this.afterOption) return false;
    const next = this.words[at + 1];
    return next === undefined || !isArgument(next.text);
  }

  private complete(): boolean {
    return this.proven || !this.afterHead || this.bare;
  }

  /** Whether running text begins here, rather than an argument that is also a word of English. */
  private proseGoesOn(at: number): boolean {
    const bare = (word: Word | undefined): string => trimEndOf(word?.text ?? '', '.,;:!?)');
    const next = this.words[at + 1];
    if (next === undefined || isOption(next.text) || isOperator(next.text)) return false;
    const after = bare(next);
    const further = bare(this.words[at + 2]);
    if (isCapitalised(bare(this.words[at])))
      return isNameOrProse(after) && (isProseWord(after) || isProseWord(further));
    return isProseWord(after) || isProseWord(further);
  }
}

/** Whether a word shows that the plain one before it is an argument. */
function leadsOn(word: string): boolean {
  return isOption(word) || (word[0] === '-' && isDigit(word[1])) || LEADS_ON.has(word);
}

/** Whether a word is an operand, as in `net user ferry Secret1`: not a word of English, in small letters or with a digit. */
function isOperand(word: string): boolean {
  return isMadeOf(word, '.$@-') && (startsWithSmall(word) || hasDigit(word)) && !isProseWord(word);
}

/** Whether a program's name is followed by its command line, as in the next row of a process table that has lost its lines. */
export function isToldAgain(word: string, next: Word | undefined): boolean {
  return isExe(word) && next !== undefined && bareName(word) === bareName(next.text);
}

/** Whether a word begins a sentence: "A" with a word of prose after it is not a value, nor is "Several" after a switch of one letter. */
function beginsSentence(word: string, before: Word | undefined, next: Word | undefined): boolean {
  if (next === undefined || next.text.length < 2 || !isSmall(next.text)) return false;
  return word === 'A' || (word.length > 2 && isCapitalised(word) && isSwitch(before?.text ?? ''));
}

/** Whether a word is a switch of one letter: `/v`. */
function isSwitch(word: string): boolean {
  return word.length === 2 && word[0] === '/' && isLetter(word[1]);
}

/** Whether a word ends its sentence: it ends in punctuation that is not part of a file name, quote or drive. */
function endsSentence(text: string, next: Word | undefined): boolean {
  if (closesWith(text, '.!?;,:')) {
    if (next === undefined) return true;
    if (text.endsWith(';')) return false;
    if (startsWithCapital(next.text) || opensWith(next.text, '“"\'(')) return true;
    return isFunctionWord(next.text) || closesWith(text, ',:');
  }
  return text.endsWith(')') && !text.includes('(') && !closesWith(text.slice(0, -1), '"\'”');
}

/** The end of a word without the sentence's punctuation. */
function trimmedEnd(word: Word): number {
  const text = trimEndOf(word.text, '.,;:!?');
  let end = word.end - (word.text.length - text.length);
  if (text.endsWith(')') && !text.includes('(')) end -= 1;
  return end;
}

/** Whether a word is the second word of a name ("Cobalt Strike initiated") or a word of English. */
function isNameOrProse(word: string): boolean {
  return isCapitalised(word) || isProseWord(word);
}
