import { hasAnyPart } from '../../text/shape.js';
import { codeText } from '../clean-text.js';
import type { DraftBlock, DraftDocument } from '../draft-block.js';

const SIGMA_KEYS = ['title:', 'logsource:', 'detection:'];

/** Whether a text is a file of Sigma rules, and no page that quotes some: it begins with a key, and a rule's keys stand at line starts. */
export function isSigmaFile(text: string): boolean {
  const lines = text.split('\n', 2000).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const first = lines.find((line) => line.trim() !== '---') ?? '';
  return /^[a-z_-]{2,30}:/.test(first) && SIGMA_KEYS.every((key) => lines.some((line) => line.startsWith(key)));
}

/** Sigma rules as they are: a block for each document of the file. */
export function readSigma(text: string): DraftDocument {
  const documents = text.split(/^---[ \t]*\r?$/m).map(codeText);
  const rules = documents.filter((document) => /^\w+:/m.test(document));
  const titles = rules.flatMap((rule) => /^title:\s*["']?([^"'\n]{1,200})/m.exec(rule)?.[1]?.trim() ?? []);
  return {
    blocks: rules.map((code): DraftBlock => ({ type: 'code', text: code })),
    title: titles.length === 1 ? (titles[0] ?? '') : `${titles.length} Sigma rules`,
  };
}

const YARA_RULE = /^[ \t]*(?:(?:private|global)[ \t]+){0,2}rule[ \t]+([A-Za-z_]\w{0,127})/;

/** Whether a text is a file of YARA rules: but for comments it begins with a rule or an import. */
export function isYaraFile(text: string): boolean {
  const start = withoutComments(text.slice(0, 20_000)).trimStart();
  return (YARA_RULE.test(start) || /^(?:import|include)[ \t]+"/.test(start)) && /^\s*condition\s*:/m.test(text);
}

/** YARA rules as they are, and the hashes of files that they name. What else they look for stands inside of files, which no log shows. */
export function readYara(text: string): DraftDocument {
  const rules: { readonly name: string; readonly lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const name = YARA_RULE.exec(line)?.[1];
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
    section = /^\s*(meta|strings|condition)\s*:/.exec(line)?.[1] ?? section;
    const isOfFile =
      section === 'meta' ? /^\s*\w*(?:hash|md5|sha|sample|reference)\w*\s*=/i : /\bhash\.\w+\s*\(\s*0\s*,\s*filesize/;
    if (
      section === 'strings' ||
      !isOfFile.test(line) ||
      hasAnyPart(line.toLowerCase(), ['imphash', 'rich', 'ssdeep', 'tlsh'])
    )
      return [];
    return (
      line
        .match(/(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})(?![0-9a-f])/gi)
        ?.map((hash) => hash.toLowerCase()) ?? []
    );
  });
}

function withoutComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith('//') || rest.startsWith('/*')) {
    const end = rest.startsWith('//') ? rest.indexOf('\n') : rest.indexOf('*/') + 1;
    rest = end <= 0 ? '' : rest.slice(end + 1).trimStart();
  }
  return rest;
}
