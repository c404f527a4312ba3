import { INFORMATIVE_NOTES, type Note } from '../../convert/note.js';
import { SigmaError } from '../../model/error.js';
import type { SigmaCollection, SigmaCorrelation, SigmaRule } from '../../model/rule.js';
import {
  type BundledOptions,
  type DeployFormat,
  type Deployment,
  type DeployOptions,
  deploy,
  identityOf,
} from '../deploy.js';
import type { RuleIdentity } from '../identity.js';
import { joinedTerraform } from '../terraform.js';
import {
  type CloudRule,
  EVENT_PATTERN_MAX,
  eventRulesTemplate,
  FILTER_PATTERN_MAX,
  metricFiltersTemplate,
} from './cloudformation.js';
import { monitorScript, rulesScript } from './monitor-script.js';
import { type NamedDocument, namedDocuments } from './names.js';
import { APP, type IndexMacros, indexMacros, splunkApp } from './splunk-app.js';

/** A rule or correlation that goes into a bundle. */
export interface BundleItem {
  readonly document: SigmaRule | SigmaCorrelation;
  readonly collection: SigmaCollection;
  /** The number of its version in the library that it comes from. */
  readonly libraryVersion?: number;
  /** Options of its conversion, in place of those of the bundle. */
  readonly conversion?: DeployOptions['conversion'];
}

/** A file of a bundle. */
interface BundleFile {
  /** Letters, digits, `-`, `_` and `.`; never a path. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** What became of an item: the file that holds it, or why it could not be written. */
export type BundleOutcome =
  | {
      readonly ok: true;
      readonly file: string;
      readonly identity: RuleIdentity;
      readonly notes: readonly Note[];
      /** What was changed so that the product tells it from another rule. */
      readonly remark?: string;
    }
  | { readonly ok: false; readonly error: SigmaError };

/** What a product takes, made of many rules. */
export interface Bundle {
  /** In the order of their names; none where no rule could be written. */
  readonly files: readonly BundleFile[];
  /** One for each item, in their order. */
  readonly outcomes: readonly BundleOutcome[];
}

/** Options of a bundle. */
export interface BundleOptions extends Omit<DeployOptions, 'libraryVersion'> {
  /** Refuses a rule whose form would lose something. */
  readonly strict?: boolean;
}

/** A rule that could be written, with its form. */
interface WrittenRule extends NamedDocument {
  readonly at: number;
  readonly identity: RuleIdentity;
  readonly form: Deployment;
}

/** A file with the rules in it. */
interface MadeFile extends BundleFile {
  readonly rules: readonly WrittenRule[];
}

/** Azure Resource Manager takes 800 resources and 4 MB in one template. @see https://learn.microsoft.com/azure/azure-resource-manager/templates/best-practices#template-limits */
const ARM_LIMITS = { rules: 800, bytes: 3_500_000 };
/** CloudFormation takes 500 resources and 1 MB in one template. @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const EVENTS_LIMITS = { rules: 490, bytes: 900_000 };
const FILTERS_LIMITS = { rules: 245, bytes: 900_000 };

/** Rules in one request to Cortex, whose page names no limit: few enough for any gateway. */
const CORTEX_LIMITS = { rules: 500, bytes: 900_000 };

/** Configurations of Terraform, which takes as many rules in one as there are. */
const TERRAFORM_FORMATS = [
  'splunk-terraform',
  'sentinel-terraform',
  'kibana-terraform',
] as const satisfies readonly DeployFormat[];

/** The formats of which one file holds all rules, unless they are too many for the product. */
export const ONE_FILE_FORMATS: ReadonlySet<DeployFormat> = new Set([
  'savedsearches',
  'sentinel-arm',
  'kibana-ndjson',
  'kibana-lucene',
  'kibana-esql',
  'cortex-rule',
  ...TERRAFORM_FORMATS,
  'eventbridge',
  'metric-filter',
]);

/**
 * Many rules as what their product takes: a Splunk app, one template, one NDJSON, or a file for each rule. Rules with the same id or title
 * are told apart, with a remark. The bytes depend only on the rules and the options, not on the order of the items. Rules that cannot have the
 * form are in the outcomes with the reason. More rules than a product takes in one template become several.
 */
export function bundle(format: DeployFormat, items: readonly BundleItem[], options: BundleOptions = {}): Bundle {
  const identities = items.map(({ document, collection, libraryVersion }) =>
    identityOf(document, collection, libraryVersion),
  );
  const named = namedDocuments(
    items.map(({ document }, at) => ({ document, version: identities[at]?.version ?? '' })),
    format === 'yaral',
  );
  const macros = indexMacros();
  const outcomes: BundleOutcome[] = [];
  const written: WrittenRule[] = [];
  // Names that depend on what came before, such as a second macro's, must not depend on the order of the items.
  const order = named.map((_, at) => at).sort((a, b) => compare(named[a]?.name ?? '', named[b]?.name ?? ''));
  for (const at of order) {
    const [item, own, identity] = [items[at], named[at], identities[at]];
    if (item === undefined || own === undefined || identity === undefined) continue;
    try {
      const form = writtenForm(format, own.document, item, { ...options, identity }, macros);
      written.push({ ...own, at, identity, form });
    } catch (error) {
      if (!(error instanceof SigmaError)) throw error;
      outcomes[at] = { ok: false, error: refusalOf(format, item, { ...options, identity }, macros) ?? error };
    }
  }
  const files = filesOf(format, written, macros);
  for (const { name: file, rules } of files) {
    for (const { at, identity, form, remark } of rules)
      outcomes[at] = { ok: true, file, identity, notes: form.notes, ...(remark === undefined ? {} : { remark }) };
  }
  if ((format === 'opensearch-monitor' || format === 'opensearch-sigma') && files.length > 0) {
    const script = format === 'opensearch-monitor' ? monitorScript(files.map(({ name }) => name)) : rulesScript(files);
    files.push({ name: 'import.sh', mediaType: 'application/x-sh', bytes: Buffer.from(script), rules: [] });
  }
  return { files: files.map(({ rules: _, ...file }) => file).sort((a, b) => compare(a.name, b.name)), outcomes };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Why the document as its author wrote it cannot have the form, so that the message names it by its own title. */
function refusalOf(...[format, item, options, macros]: RefusedForm): SigmaError | undefined {
  try {
    writtenForm(format, item.document, item, options, macros);
    return undefined;
  } catch (error) {
    if (error instanceof SigmaError) return error;
    throw error;
  }
}

type RefusedForm = [DeployFormat, BundleItem, BundleOptions & BundledOptions, IndexMacros];

function writtenForm(
  format: DeployFormat,
  document: SigmaRule | SigmaCorrelation,
  { collection, conversion: own }: BundleItem,
  { strict, ...options }: BundleOptions & BundledOptions,
  macros: IndexMacros,
): Deployment {
  const conversion = own ?? options.conversion;
  const form = deploy(document, collection, format, {
    ...options,
    conversion: (target) => ({
      ...conversion?.(target),
      ...(format === 'savedsearches' ? { indexMacro: macros.nameOf } : {}),
    }),
  });
  const lost = strict === true ? form.notes.find(({ code }) => !INFORMATIVE_NOTES.has(code)) : undefined;
  if (lost !== undefined) throw new SigmaError('Strict', lost.message);
  const [most, what] =
    format === 'eventbridge'
      ? [EVENT_PATTERN_MAX, 'event pattern']
      : format === 'metric-filter'
        ? [FILTER_PATTERN_MAX, 'filter pattern']
        : [Number.POSITIVE_INFINITY, ''];
  const length = format === 'eventbridge' ? JSON.stringify(JSON.parse(form.text)).length : form.text.length;
  if (length > most) {
    const message = `the ${what} of "${document.title}" has ${length} characters; AWS takes ${most}, and would refuse the whole template. Split the rule.`;
    throw new SigmaError('InvalidDetection', message);
  }
  return form;
}

function filesOf(format: DeployFormat, rules: readonly WrittenRule[], macros: IndexMacros): MadeFile[] {
  if (rules.length === 0) return [];
  switch (format) {
    case 'savedsearches': {
      const bytes = splunkApp(
        rules.map(({ form }) => form.text),
        macros,
      );
      return [{ name: `${APP}.tgz`, mediaType: 'application/gzip', bytes, rules }];
    }
    case 'sentinel-arm':
      return templates('tripline-sentinel', rules, ARM_LIMITS, armTemplate);
    case 'kibana-ndjson':
    case 'kibana-lucene':
    case 'kibana-esql': {
      const bytes = Buffer.from(rules.map(({ form }) => form.text).join(''));
      return [
        {
          name: format === 'kibana-ndjson' ? 'tripline-kibana.ndjson' : `tripline-${format}.ndjson`,
          mediaType: 'application/x-ndjson',
          bytes,
          rules,
        },
      ];
    }
    case 'splunk-terraform':
    case 'sentinel-terraform':
    case 'kibana-terraform': {
      const bytes = Buffer.from(joinedTerraform(rules.map(({ form }) => form.text)));
      return [{ name: `tripline-${format}.tf.json`, mediaType: 'application/json', bytes, rules }];
    }
    case 'cortex-rule':
      return templates('tripline-cortex', rules, CORTEX_LIMITS, cortexRequest);
    case 'eventbridge':
      return templates('tripline-eventbridge', rules, EVENTS_LIMITS, (part) => eventRulesTemplate(part.map(cloudRule)));
    case 'metric-filter':
      return templates('tripline-metric-filters', rules, FILTERS_LIMITS, (part) =>
        metricFiltersTemplate(part.map(cloudRule)),
      );
    default:
      return rules.map((rule) => ({
        name: `${rule.name}${rule.form.fileExtension}`,
        mediaType: rule.form.mediaType,
        bytes: Buffer.from(rule.form.text.endsWith('\n') ? rule.form.text : `${rule.form.text}\n`),
        rules: [rule],
      }));
  }
}

/** One template of all rules, or several where the product does not take as many in one. */
function templates(
  name: string,
  rules: readonly WrittenRule[],
  limits: { readonly rules: number; readonly bytes: number },
  make: (rules: readonly WrittenRule[]) => unknown,
): MadeFile[] {
  const parts: WrittenRule[][] = [];
  let bytes = 0;
  for (const rule of rules) {
    // A template of the rule alone is more than its part of one of many.
    const own = Buffer.byteLength(textOf(make([rule])));
    const last = parts.at(-1);
    if (last === undefined || last.length >= limits.rules || bytes + own > limits.bytes) {
      parts.push([rule]);
      bytes = own;
    } else {
      last.push(rule);
      bytes += own;
    }
  }
  return parts.map((part, at) => ({
    name: `${name}${at === 0 ? '' : `-${at + 1}`}.json`,
    mediaType: 'application/json',
    bytes: Buffer.from(textOf(make(part))),
    rules: part,
  }));
}

function textOf(template: unknown): string {
  return `${JSON.stringify(template, null, 2)}\n`;
}

/** The template of the first rule with the resources of all: they differ in nothing else. */
function armTemplate(rules: readonly WrittenRule[]): unknown {
  const all = rules.map(({ form }) => JSON.parse(form.text) as { readonly resources: readonly unknown[] });
  return { ...all[0], resources: all.flatMap(({ resources }) => resources) };
}

/** One request with the rules of all. */
function cortexRequest(rules: readonly WrittenRule[]): unknown {
  return { request_data: rules.flatMap(({ form }) => JSON.parse(form.text).request_data as readonly unknown[]) };
}

function cloudRule({ document, identity, id, name, form }: WrittenRule): CloudRule {
  return { document, identity, id, name, text: form.text, notes: form.notes };
}
