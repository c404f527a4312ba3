import { isDigit, isHexDigit, isSmallLetter, isWordCharacter } from '../../text/characters.js';
import { startsWithAny } from '../../text/ends.js';
import { hasAnyPart, isMadeOf, splitAtBlanks, withSingleBlanks } from '../../text/shape.js';
import { isAll, leading, stretchesOf } from '../../text/stretches.js';
import { keyOf, keysOf, topValue, yamlDocuments } from '../../text/yaml-lines.js';
import { codeText } from '../clean-text.js';
import type { DraftBlock, DraftDocument } from '../draft-block.js';

const SIGMA_KEYS = ['title:', 'logsource:', 'detection:'];

/** Whether a text is a file of Sigma rules, and no page that quotes some: it begins with a key, and a rule's keys stand at line starts. */
export function isSigmaFile(text: string): boolean {
  const lines = text.split('\n', 2000).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const first = lines.find((line) => line.trim() !== '---') ?? '';
  const key = first.split(':', 1)[0] ?? '';
  const isKey = key.length >= 2 && key.length <= 30 && key.length < first.length && isAll(key, isOfKey);
  return isKey && SIGMA_KEYS.every((key) => lines.some((line) => line.startsWith(key)));
}

const isOfKey = (character: string): boolean => isSmallLetter(character) || '_-'.includes(character);

/** Sigma rules as they are: a block for each document of the file. */
export function readSigma(text: string): DraftDocument {
  const documents = yamlDocuments(text).map(codeText);
  const hasKey = (line: string): boolean => isMadeOf(line.slice(0, Math.max(line.indexOf(':'), 0)), '');
  const rules = documents.filter((document) => document.split('\n').some(hasKey));
  const titles = rules.flatMap((rule) => topValue(rule, 'title') ?? []);
  return {
    blocks: rules.map((code): DraftBlock => ({ type: 'code', text: code })),
    title: titles.length === 1 ? (titles[0] ?? '') : `${titles.length} Sigma rules`,
  };
}

/** A rule may be private and global. */
const MODIFIERS_MAX = 2;
/** Within so many characters of its line stand a rule's modifiers and its name. */
const RULE_LINE_CHARACTERS = 400;

/** The name of the YARA rule that a line opens; undefined where it opens none. */
function yaraRuleOf(line: string): string | undefined {
  const words = splitAtBlanks(line.trim().slice(0, RULE_LINE_CHARACTERS)).slice(0, MODIFIERS_MAX + 2);
  const rule = words.findIndex((word) => word !== 'private' && word !== 'global');
  const name = words[rule] === 'rule' ? leading(words[rule + 1] ?? '', isWordCharacter) : '';
  return name === '' || isDigit(name[0]) ? undefined : name;
}

/** Whether a text is a file of YARA rules: but for comments it begins with a rule or an import. */
export function isYaraFile(text: string): boolean {
  const start = withoutComments(text.slice(0, 20_000)).trimStart();
  const [first = ''] = start.split('\n', 1);
  const opens = yaraRuleOf(first) !== undefined || startsWithAny(withSingleBlanks(first), ['import "', 'include "']);
  return opens && keysOf(text).has('condition');
}

/** YARA rules as they are, and the hashes of files that they name. What else they look for stands inside of files, which no log shows. */
export function readYara(text: string): DraftDocument {
  const rules: { readonly name: string; readonly lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const name = yaraRuleOf(line);
    if (name !== undefined) rules.push({ name, lines: [] });
    rules.at(-1)?.lines.push(line);
  }
  const rows = rules.flatMap(({ lines, name }) => hashesOf(lines).map((hash) => `${kindOf(hash)} | ${hash} | ${name}`));
  const listed: DraftBlock[] = [...new Set(rows)].map((row) => ({ type: 'table-row', text: row }));
  const heading: DraftBlock = { type: 'heading', level: 2, text: 'Indicators of compromise' };
  return {
    blocks: [
      ...rules.map(({ lines }): DraftBlock => ({ type: 'code', text: codeText(lines.join('\n')) })),
      ...(listed.length === 0 ? [] : [heading, ...listed]),
    ],
    title: rules.length === 1 ? (rules[0]?.name ?? '') : `${rules.length} YARA rules`,
  };
}

const kindOf = (hash: string): string => ({ 32: 'md5', 40: 'sha1' })[hash.length] ?? 'sha256';

/** Hashes of whole files: those of the sample in `meta`, and what the condition compares with that of the file. An import hash is another thing. */
function hashesOf(lines: readonly string[]): readonly string[] {
  let section = '';
  return lines.flatMap((line) => {
    if (SECTIONS.includes(keyOf(line))) section = keyOf(line);
    const isOfFile = section === 'meta' ? isOfSample(line) : HASH_OF_FILE.test(line);
    if (section === 'strings' || !isOfFile || hasAnyPart(line.toLowerCase(), ['imphash', 'rich', 'ssdeep', 'tlsh']))
      return [];
    return stretchesOf(line, isHexDigit)
      .filter((number) => HASH_LENGTHS.includes(number.text.length))
      .map((number) => number.text.toLowerCase());
  });
}

const SECTIONS = ['meta', 'strings', 'condition'];
const HASH_LENGTHS = [32, 40, 64];
/** A condition over the hash of the whole file: `hash.md5(0, filesize)`. */
const HASH_OF_FILE = /\bhash\.\w+\s*\(\s*0\s*,\s*filesize/;

/** Whether a line of `meta` is about the sample that the rule was written for, by its name. */
function isOfSample(line: string): boolean {
  const name = line
    .slice(0, Math.max(line.indexOf('='), 0))
    .trim()
    .toLowerCase();
  return isMadeOf(name, '') && hasAnyPart(name, ['hash', 'md5', 'sha', 'sample', 'reference']);
}

function withoutComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith('//') || rest.startsWith('/*')) {
    const end = rest.startsWith('//') ? rest.indexOf('\n') : rest.indexOf('*/') + 1;
    rest = end <= 0 ? '' : rest.slice(end + 1).trimStart();
  }
  return rest;
}
