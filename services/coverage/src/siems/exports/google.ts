import {
  type DeployedRule,
  type ExportContent,
  type ExportedRule,
  type ExportFile,
  isAlone,
  nameOfPiece,
  type RuleState,
  UNTOLD,
  type Unread,
} from './exported-rule.js';
import { deployedRule, deployedState, ownState } from './google-deployment.js';
import { type Loose, listOf, objectOf, parsedJson, techniquesIn, textOf } from './json-values.js';
import { splitYaral } from './split-yaral.js';

/**
 * Google SecOps: YARA-L as text, one rule or several, or the JSON that lists rules, with that of `rules/-/deployments` beside it.
 * @see https://cloud.google.com/chronicle/docs/reference/detection-engine-api
 * @see https://github.com/chronicle/detection-rules
 */
export function readGoogle(files: readonly ExportFile[]): ExportContent {
  const rules: ExportedRule[] = [];
  const unread: Unread[] = [];
  const pages = { seen: 0, total: 0, further: 0 };
  const deployed: DeployedRule[] = [];
  for (const file of files) {
    const { name, piece, text } = file;
    const isText = piece?.form === 'text';
    if (!isText && (piece !== undefined || /\.json$/i.test(name) || text.trimStart().startsWith('{')))
      readList(file, { rules, unread, pages, deployed });
    else if (isText || /\.(?:yaral|txt)$/i.test(name) || isAlone(files)) {
      const before = piece?.first ?? 0;
      for (const rule of splitYaral(text)) rules.push(ruleOf(rule.text, `${name}:${before + rule.line}`, rule.name));
    }
  }
  return { rules, unread, pages, deployed };
}

interface Taken {
  readonly rules: ExportedRule[];
  readonly unread: Unread[];
  readonly pages: { seen: number; further: number };
  readonly deployed: DeployedRule[];
}

function readList(file: ExportFile, { deployed, pages, rules, unread }: Taken): void {
  const { name, piece, text } = file;
  const parsed = parsedJson(text);
  if ('fault' in parsed)
    return void unread.push({ place: nameOfPiece(file), reason: `it is no JSON: ${parsed.fault}` });
  const answer = objectOf(parsed.value);
  const deployments = answer['ruleDeployments'];
  if (deployments === undefined) {
    if (Array.isArray(answer['rules']) && piece?.form !== 'list') pages.seen++;
    if (textOf(answer['nextPageToken']) !== undefined) pages.further++;
  }
  const listed = listOf(deployments ?? answer['rules'] ?? parsed.value);
  for (const [index, value] of listed.entries()) {
    const rule = objectOf(value);
    const place = `${name} rules[${(piece?.first ?? 0) + index}]`;
    const key = deployedRule(rule);
    if (key !== undefined) {
      deployed.push({ key, state: deployedState(rule, 'enabled', 'alerting') });
      continue;
    }
    const [only] = splitYaral(textOf(rule['ruleText']) ?? textOf(rule['text']) ?? '');
    if (only === undefined) {
      unread.push({ place, reason: 'the entry has no text of a rule' });
      continue;
    }
    rules.push(listedRule(rule, only, place));
  }
}

/** A rule with what the list says of it: its id, its name, whether it is live, and whether it compiles. */
function listedRule(
  rule: Readonly<Record<string, unknown>>,
  { name, text }: { readonly name: string; readonly text: string },
  place: string,
): ExportedRule {
  const id = textOf(rule['ruleId']) ?? textOf(rule['name'])?.split('/').at(-1);
  const read = ruleOf(text, place, textOf(rule['displayName']) ?? textOf(rule['ruleName']) ?? name);
  const state: RuleState = { ...read.state, ...ownState(rule) };
  return { ...read, key: id ?? read.key, state: { ...state, failing: compilationFault(rule) ?? state.failing } };
}

function compilationFault(rule: Loose): string | undefined {
  if (textOf(rule['compilationState']) !== 'FAILED') return undefined;
  const [diagnostic] = listOf(rule['compilationDiagnostics']).flatMap((one) => textOf(objectOf(one)['message']) ?? []);
  return (textOf(rule['compilationError']) ?? diagnostic)?.slice(0, 300) ?? 'the rule does not compile';
}

function ruleOf(text: string, place: string, name: string): ExportedRule {
  const meta = metaOf(text);
  const description = metaText(meta, 'description') ?? null;
  return {
    key: name,
    name,
    description,
    place,
    language: 'yaral',
    query: text,
    techniques: techniquesIn([meta]),
    state: UNTOLD,
    sigma: sigmaOf(meta),
  };
}

/** A text of the meta section by its name, as written between its quotes. */
const metaText = (meta: string, name: string): string | undefined =>
  new RegExp(`^\\s*${name}\\s*=\\s*"((?:[^"\\\\]|\\\\.)*)"`, 'm').exec(meta)?.[1];

/** Our exports name the rule of Sigma and its version, which is twelve hex digits, in the meta section. */
function sigmaOf(meta: string): ExportedRule['sigma'] {
  const [id, version] = [metaText(meta, 'rule_id'), metaText(meta, 'version')];
  return id !== undefined && version !== undefined && /^[0-9a-f]{12}$/.test(version) ? { id, version } : null;
}

/** The lines of `meta`, which end where the next section begins. */
function metaOf(text: string): string {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => /\bmeta\s*:/.test(line));
  if (from < 0) return '';
  const length = lines.slice(from + 1).findIndex((line) => /^\s*(?:events|match|outcome|condition)\s*:/.test(line));
  return lines.slice(from, length < 0 ? undefined : from + 1 + length).join('\n');
}
