import type { Span } from '../../model.js';

/** Longer parts without a sentence end are cut: lists pasted into one line, tables that lost their rows. */
const SENTENCE_MAX = 400;
const BREAK = /[.!?]["'”’)\]]*\s+(?=["'“‘([]*[A-Z0-9])|\n+|[•▪●]|;\s+/g;

/** The sentences of a text, as offsets into it: cut at full stops before a capital, line breaks, bullets and semicolons. */
export function sentencesOf(text: string): readonly Span[] {
  const sentences: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(BREAK)) {
    addSentence(sentences, text, start, match.index + 1);
    start = match.index + match[0].length;
  }
  addSentence(sentences, text, start, text.length);
  return sentences;
}

function addSentence(sentences: Span[], text: string, from: number, to: number): void {
  let start = from;
  while (to - start > SENTENCE_MAX) {
    const space = text.lastIndexOf(' ', start + SENTENCE_MAX);
    const cut = space > start ? space : start + SENTENCE_MAX;
    sentences.push({ start, end: cut });
    start = cut;
  }
  if (to > start) sentences.push({ start, end: to });
}
