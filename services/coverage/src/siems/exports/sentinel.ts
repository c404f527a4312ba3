import { load } from 'js-yaml';
import {
  type ExportContent,
  type ExportedRule,
  type ExportFile,
  isAlone,
  nameOfPiece,
  UNTOLD,
  type Unread,
} from './exported-rule.js';
import { flagOf, type Loose, listOf, objectOf, parsedJson, techniquesIn, textOf, textsOf } from './json-values.js';
import { sigmaNamed } from './sigma-named.js';

/**
 * Sentinel's analytics rules: an ARM template (what the portal exports), the JSON of the `alertRules` API, or the YAML of content repositories.
 * @see https://learn.microsoft.com/rest/api/securityinsights/alert-rules/list
 */
export function readSentinel(files: readonly ExportFile[]): ExportContent {
  const rules: ExportedRule[] = [];
  const unread: Unread[] = [];
  const pages = { seen: 0, total: 0, further: 0 };
  for (const file of files) {
    const { name, piece, text } = file;
    if (/\.ya?ml$/i.test(name)) readYaml(name, text, rules, unread);
    else if (piece !== undefined || /\.json$/i.test(name) || text.trimStart().startsWith('{'))
      readJson(file, rules, unread, pages);
    else if (isAlone(files)) readYaml(name, text, rules, unread);
  }
  return { rules, unread, pages };
}

function readJson(
  file: ExportFile,
  rules: ExportedRule[],
  unread: Unread[],
  pages: { seen: number; further: number },
): void {
  const { name, piece, text } = file;
  const parsed = parsedJson(text);
  if ('fault' in parsed)
    return void unread.push({ place: nameOfPiece(file), reason: `it is no JSON: ${parsed.fault}` });
  const { value } = parsed;
  const object = objectOf(value);
  const isTemplate = Array.isArray(object['resources']);
  if (Array.isArray(object['value']) && piece?.form !== 'list') pages.seen++;
  if (textOf(object['nextLink']) !== undefined) pages.further++;
  const found = isTemplate ? listOf(object['resources']) : listOf(object['value'] ?? value);
  const single = found.length === 0 && object['properties'] !== undefined ? [value] : found;
  single.forEach((one, index) => {
    const resource = objectOf(one);
    if (isTemplate && !/alertRules$/i.test(textOf(resource['type']) ?? '')) return;
    const place = `${name} ${isTemplate ? 'resources' : 'value'}[${(piece?.first ?? 0) + index}]`;
    readResource(resource, place, rules, unread, isTemplate);
  });
}

function readResource(
  resource: Loose,
  place: string,
  rules: ExportedRule[],
  unread: Unread[],
  isTemplate: boolean,
): void {
  const properties = objectOf(resource['properties']);
  const plain = (value: unknown): string | undefined => {
    const text = textOf(value);
    return isTemplate && text?.startsWith('[[') ? text.slice(1) : text;
  };
  const query = plain(properties['query']);
  const kind = textOf(resource['kind']) ?? 'unknown';
  if (query === undefined)
    return void unread.push({ place, reason: `a rule of kind ${kind} has no query of its own that could be read` });
  const title = plain(properties['displayName']) ?? 'Rule without a name';
  const description = plain(properties['description']) ?? null;
  rules.push({
    key: keyOf(textOf(resource['name']), title),
    name: title,
    description,
    place,
    language: 'kql',
    query,
    techniques: techniquesIn([...textsOf(properties['techniques']), ...textsOf(properties['subTechniques'])]),
    state: {
      ...UNTOLD,
      enabled: flagOf(properties['enabled']) ?? true,
      schedule: textOf(properties['queryFrequency']) ?? null,
      failing: failureOf(title, description),
      heldBack: holdingBack(properties),
    },
    sigma: sigmaNamed(description),
  });
}

/** `workspace/Microsoft.SecurityInsights/GUID`, or in a template an expression that ends so. */
function keyOf(name: string | undefined, title: string): string {
  const guid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(name ?? '')?.[0];
  return guid?.toLowerCase() ?? name ?? title;
}

/**
 * Sentinel switches a rule off whose runs keep failing, and says so in front of its name.
 * @see https://learn.microsoft.com/azure/sentinel/troubleshoot-analytics-rules
 */
function failureOf(title: string, description: string | null): string | null {
  if (!/^\s*AUTO DISABLED/i.test(title)) return null;
  return (description ?? '').split('\n')[0]?.slice(0, 300) || 'Sentinel has disabled it, because its runs kept failing';
}

/**
 * A rule stops for a while after each alert where it is suppressed, and makes alerts without an incident where it is told to.
 * @see https://learn.microsoft.com/rest/api/securityinsights/alert-rules/list, "suppressionEnabled", "incidentConfiguration"
 */
function holdingBack(rule: Loose): readonly string[] {
  const pause = textOf(rule['suppressionDuration'])?.slice(0, 20);
  const makesIncident = flagOf(objectOf(rule['incidentConfiguration'])['createIncident']);
  return [
    ...(flagOf(rule['suppressionEnabled']) === true
      ? [`after an alert it stops${pause === undefined ? '' : ` for ${pause}`}`]
      : []),
    ...(makesIncident === false ? ['its alerts make no incident'] : []),
  ];
}

/** What a rule in YAML may say again by aliases, and how deep; none of Sentinel's does. */
const YAML_BOUNDS = { maxAliases: 64, maxDepth: 32 } as const;

function readYaml(name: string, text: string, rules: ExportedRule[], unread: Unread[]): void {
  let value: unknown;
  try {
    value = load(text, YAML_BOUNDS);
  } catch (error) {
    return void unread.push({ place: name, reason: `it is no YAML: ${(error as Error).message.split('\n')[0]}` });
  }
  const rule = objectOf(value);
  const query = textOf(rule['query']);
  const title = textOf(rule['name']);
  if (query === undefined || title === undefined) {
    // A repository holds other YAML too, such as parsers and workbooks.
    if (rule['kind'] !== undefined || rule['tactics'] !== undefined)
      unread.push({ place: name, reason: 'the rule has no name or no query' });
    return;
  }
  const description = textOf(rule['description']) ?? null;
  rules.push({
    key: textOf(rule['id'])?.toLowerCase() ?? title,
    name: title,
    description,
    place: name,
    language: 'kql',
    query,
    techniques: techniquesIn(textsOf(rule['relevantTechniques'] ?? rule['techniques'])),
    state: {
      ...UNTOLD,
      enabled: flagOf(rule['enabled']) ?? null,
      schedule: textOf(rule['queryFrequency']) ?? null,
      heldBack: holdingBack(rule),
    },
    sigma: sigmaNamed(description),
  });
}
