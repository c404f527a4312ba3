import { listPattern } from '../knowledge/word-pattern.js';

const QUERY = listPattern(String.raw`\b(?:{query-words}|process\.\w+\s*:)`);

/**
 * Whether a line of code is not a shell's command but a query, a rule, decompiled code or structured data. Such lines name tools and
 * options too, but nobody typed them.
 */
export function isLikelySource(line: string): boolean {
  const text = line.trim();
  if (text === '') return true;
  if (QUERY().test(text)) return true;
  if (
    /^(?:\$\w{1,3}\s*=\s*["{/]|rule\s+\w+|strings:|condition:|meta:|title:|detection:|logsource:|-\s*'|selection\w*:|tags:|alert (?:tcp|udp|http|ip)\b|\/\/|#include|import \w|from \w+ import|def |class |public |private |function\b|var |let |const |return\b|printf\(|<\?|<\/?\w+[\s>]|[{}[\]],?$|"[\w-]+"\s*:)/.test(
      text,
    )
  ) {
    return true;
  }
  return (
    /^(?:if|for|while|switch|else)\s*\(/.test(text) ||
    /^\w+\s*\(.*\)\s*[;{]$/.test(text) ||
    /^[0-9a-f]{8}\s+(?:[0-9a-f]{2}\s+){4}/i.test(text)
  );
}
