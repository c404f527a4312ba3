import { type CueHit, cueHits, type Token, tokensOf } from './cues.js';

/** The cues about readers and intruders in a text; each group is searched when it is first asked for. */
interface Read {
  readonly tokens: readonly Token[];
  readonly hits: (group: string) => readonly CueHit[];
}

function reading(tokens: readonly Token[]): Read {
  return { tokens, hits: (group) => cueHits(tokens, new Set([group])) };
}

/** Whether a text describes an action of the intruder and does not merely ask its reader to look. */
export function describesIntruderAction(text: string): boolean {
  const read = reading(tokensOf(text));
  return (read.hits('intruders-deed').length > 0 || hasIntrudersSentence(read)) && !looks(read);
}

/** Whether the words of a text ask its reader to look for something. */
export function sendsToLook(tokens: readonly Token[]): boolean {
  return looks(reading(tokens));
}

/** Whether the last sentence of a lead-in says that the reader, or whoever examines a machine, types what follows. */
export function sendsReader(sentence: string): boolean {
  const read = reading(tokensOf(sentence));
  if (looks(read) || read.hits('imaging').length > 0 || showsUsage(read)) return true;
  return isToDefend(read, sentence) && !isToldOfOthers(read);
}

/** Whether words can begin what makes a sentence a reader's command (`isReadersCommand`). */
export function mayAskReader(tokens: readonly Token[]): boolean {
  return tokens.some(({ begins }) => begins.byGroup.has('usage-told') || begins.byGroup.has('readers-command'));
}

/** Whether a sentence asks its reader to run something for a purpose that only defenders have, or shows how a program is called. */
export function isReadersCommand(sentence: string): boolean {
  const read = reading(tokensOf(sentence));
  if (showsUsage(read)) return true;
  return read.hits('readers-command').length > 0 && isToDefend(read, sentence);
}

/** Whether a text names an intruder, or things that intruders bring. */
export function namesIntruder(text: string): boolean {
  return reading(tokensOf(text)).hits('intruders-thing').length > 0;
}

function looks({ hits }: Read): boolean {
  return hits('reader-looks').length > 0 && hits('was-run').length === 0;
}

function showsUsage({ hits }: Read): boolean {
  return hits('usage-told').length > 0;
}

function isToDefend({ hits }: Read, sentence: string): boolean {
  if (hits('to-defend').length > 0) return true;
  return hits('defenders-purpose').length > 0 && sentence.trimEnd().endsWith(':');
}

/** "Is used" says that somebody did it; "can be used" does not. */
function isToldOfOthers({ hits, tokens }: Read): boolean {
  return hits('told-of-others').some(({ first }) => tokens[first - 1]?.text !== 'be');
}

/** A sentence about what an intruder may do describes no action. */
function hasIntrudersSentence({ hits }: Read): boolean {
  const possible = new Set(hits('may').map(({ first }) => first));
  return hits('intruders-sentence').some(({ last }) => !possible.has(last + 1));
}
