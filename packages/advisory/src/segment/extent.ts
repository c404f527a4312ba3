import { wordRows, wordSet } from '../knowledge/load.js';
import { type Head, headAt, headScore, isOption, isProseSlash, standsBare, startsStatement } from './heads.js';
import { bareName, toolOf } from './programs.js';
import { isArgument, isFunctionWord, isOperator, isProseWord, type Word } from './words.js';

/** Most words of a command in prose; a longer one is cut. */
const WORDS_MAX = 120;
/** The score from which a word in a running command begins the next command. */
const NEXT_COMMAND = 3;

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
      this.expectsHead = /[|&;]$/.test(text) && !/^\d?>/.test(text);
      this.afterOption = !this.expectsHead && !/&\d$/.test(text);
      if (/&\d$|nul$/i.test(text)) this.end = word.end;
      this.proven = true;
      return true;
    }
    const bare = text.replace(/[.,;:!?)]+$/, '');
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
    if (this.beginsNext(at)) {
      this.nextFollows = true;
      return false;
    }
    if (!this.prose) return this.accept(word, text, { option: isOption(text) });
    return this.takeProse(at, word, bare, sentenceEnds);
  }

  private takeProse(at: number, word: Word, bare: string, sentenceEnds: boolean): boolean {
    const { text } = word;
    const next = this.words[at + 1];
    const known = this.verbs?.has(bare.toLowerCase()) === true;
    if (known || isArgument(text)) {
      if (!known && !word.quoted && isProseSlash(text)) return false;
      if (!known && word.quoted && !this.proven && isFunctionWord(next?.text ?? '')) return false;
      this.proven = true;
      this.accept(word, bare, { option: !word.quoted && isOption(text) && !/[:=]./.test(text) });
      this.afterOperand = known;
      return !sentenceEnds;
    }
    if (isFunctionWord(bare) && !(this.afterOption && /^[A-Z]+$/.test(bare))) return false;
    if (beginsSentence(bare, this.words[at - 1], next)) return false;
    if ((this.afterOption ? /^[A-Z][a-z]+$/.test(bare) : this.proven && isProseWord(bare)) && this.proseGoesOn(at))
      return false;
    const valueOfOption = this.afterOption && /^[\w.@+-]+$/.test(bare);
    const leadsOn =
      (this.afterHead || this.proven) &&
      /^[\w.@+-]+$/.test(bare) &&
      next !== undefined &&
      !sentenceEnds &&
      (isOption(next.text) || /^-\d/.test(next.text) || /^(?:\||>{1,2}|&{1,2})$/.test(next.text)) &&
      !/^[A-Z][a-z]+$/.test(bare);
    const operand = this.afterOperand && isOperand(bare);
    if (!valueOfOption && !leadsOn && !operand) return false;
    this.accept(word, bare, {});
    this.afterOperand = operand;
    return !sentenceEnds;
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
    this.afterOption = option && !wordSet('flag-options').has(bare.toLowerCase().replace(/["'”]$/, ''));
    this.expectsHead = false;
    this.afterOperand = false;
    this.afterHead = head;
    return !sentenceEnds;
  }

  /** Whether the program starts another program after the word before. */
  private carries(at: number): boolean {
    const after = wordRows('carriers').get(this.program);
    if (after === undefined) return false;
    const before = (this.words[at - 1] as Word).text
      .toLowerCase()
      .replace(/^["'“”]/, '')
      .replace(/^–/, '-');
    return after.has('*') || after.has(before);
  }

  /** Whether another command begins here: a program with arguments of its own, or one that stands alone among others. */
  private beginsNext(at: number): boolean {
    if (startsStatement(this.words, at)) return !/^(?:powershell|pwsh)$/.test(this.program) && this.complete();
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
    const bare = (word: Word | undefined): string => word?.text.replace(/[.,;:!?)]+$/, '') ?? '';
    const next = this.words[at + 1];
    if (next === undefined || isOption(next.text) || isOperator(next.text)) return false;
    const after = bare(next);
    const further = bare(this.words[at + 2]);
    if (/^[A-Z][a-z]+$/.test(bare(this.words[at])))
      return isNameOrProse(after) && (isProseWord(after) || isProseWord(further));
    return isProseWord(after) || isProseWord(further);
  }
}

/** Whether a word is an operand, as in `net user ferry Secret1`: not a word of English, in small letters or with a digit. */
function isOperand(word: string): boolean {
  return /^[a-z][\w.$@-]*$|^(?=\S*\d)[\w.$@-]+$/.test(word) && !isProseWord(word);
}

/** Whether a program's name is followed by its command line, as in the next row of a process table that has lost its lines. */
export function isToldAgain(word: string, next: Word | undefined): boolean {
  return /\.exe$/i.test(word) && next !== undefined && bareName(word) === bareName(next.text);
}

/** Whether a word begins a sentence: "A" with a word of prose after it is not a value, nor is "Several" after a switch of one letter. */
function beginsSentence(word: string, before: Word | undefined, next: Word | undefined): boolean {
  if (next === undefined || !/^[a-z]{2,}$/.test(next.text)) return false;
  return word === 'A' || (/^[A-Z][a-z]{2,}$/.test(word) && /^\/[A-Za-z]$/.test(before?.text ?? ''));
}

/** Whether a word ends its sentence: it ends in punctuation that is not part of a file name, quote or drive. */
function endsSentence(text: string, next: Word | undefined): boolean {
  if (/[.!?;,:]$/.test(text)) {
    if (next === undefined) return true;
    if (/[;]$/.test(text)) return false;
    return /^[A-Z“"'(]/.test(next.text) || isFunctionWord(next.text) || /[,:]$/.test(text);
  }
  return text.endsWith(')') && !text.includes('(') && !/["'”]\)$/.test(text);
}

/** The end of a word without the sentence's punctuation. */
function trimmedEnd(word: Word): number {
  const closing = /[.,;:!?]+$/.exec(word.text)?.[0].length ?? 0;
  let end = word.end - closing;
  const text = word.text.slice(0, word.text.length - closing);
  if (text.endsWith(')') && !text.includes('(')) end -= 1;
  return end;
}

/** Whether a word is the second word of a name ("Cobalt Strike initiated") or a word of English. */
function isNameOrProse(word: string): boolean {
  return /^[A-Z][a-z]+$/.test(word) || isProseWord(word);
}
