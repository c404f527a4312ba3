// node scripts/prose-words.mjs PROCEDURES: collects words of English prose from ATT&CK's procedure sentences (JSON lines with `text`) into
// packages/advisory/knowledge/words/prose-words.txt. Names of programs that are not English words are left out.
import { readFileSync, writeFileSync } from 'node:fs';

const WORDS = new URL('../packages/advisory/knowledge/words/', import.meta.url);
const SENTENCES_MIN = 3;

const input = process.argv[2];
if (input === undefined) {
  console.error('usage: node scripts/prose-words.mjs PROCEDURES.jsonl');
  process.exit(2);
}
const programs = new Set(
  ['programs-windows.txt', 'programs-linux.txt'].flatMap((name) =>
    readFileSync(new URL(name, WORDS), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#') && !line.includes(':')),
  ),
);
const counts = new Map();
for (const line of readFileSync(input, 'utf8').split('\n').filter(Boolean)) {
  const words = JSON.parse(line).text.match(/(?<![\w\\/.<-])[a-z]{2,}(?![\w\\/<>=-]|\.\w)/g) ?? [];
  for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
}
const kept = [...counts].filter(([word, count]) => count >= SENTENCES_MIN && !programs.has(word)).map(([word]) => word);
const heading = `# Words of English prose, in small letters: those in at least ${SENTENCES_MIN} of ATT&CK's procedure sentences.
# Source: MITRE ATT&CK (see NOTICE); counted by scripts/prose-words.mjs.`;
writeFileSync(new URL('prose-words.txt', WORDS), `${heading}\n${kept.sort().join('\n')}\n`);
