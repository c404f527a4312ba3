import { wordSet } from '../../knowledge/load.js';
import { stem } from '../../knowledge/stem.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import { isDigit } from '../../text/characters.js';
import { endsWithAny, startsWithAny } from '../../text/ends.js';

const TOKEN = listPattern(
  String.raw`hxxps?:\S+|https?:\S+|hk(?:lm|cu|cr|ey_)[\w\\]*|\.?[a-z][a-z0-9]*(?:[-_'’][a-z0-9]+)*(?:\.{model-file-endings})?|\d+(?:\.\d+){3}`,
  'g',
);

/** The feature for a token: a kind of value for addresses and names, else the word's stem. */
function wordOf(token: string): string {
  if (startsWithAny(token, ['http:', 'https:', 'hxxp:', 'hxxps:'])) return '<url>';
  if (startsWithAny(token, ['hklm', 'hkcu', 'hkcr', 'hkey_'])) return '<key>';
  if (isDigit(token[0])) return '<ip>';
  const dot = token.lastIndexOf('.');
  return dot > 0 && !wordSet('model-programs').has(token)
    ? `<${token.slice(dot)}>`
    : stem(endsWithAny(token, ["'s", '’s']) ? token.slice(0, -2) : token);
}

/** Turns sentences into features. Use one for a whole document, since it remembers each word. */
export type FeatureReader = (sentence: string) => readonly string[];

/**
 * Makes the reader that turns a sentence into the model's features: its words by stem and its pairs of neighbouring words, each once.
 * Addresses, registry keys and file names count by their kind, so that the model learns nothing of a single incident.
 */
export function featureReader(): FeatureReader {
  const words = new Map<string, string>();
  const silent = wordSet('model-silent');
  return (sentence) => {
    const features = new Set<string>();
    let before: string | undefined;
    for (const token of sentence.toLowerCase().match(TOKEN()) ?? []) {
      if (silent.has(token)) continue;
      let word = words.get(token);
      if (word === undefined) {
        word = wordOf(token);
        words.set(token, word);
      }
      features.add(word);
      if (before !== undefined) features.add(`${before} ${word}`);
      before = word;
    }
    return [...features];
  };
}
