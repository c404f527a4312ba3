import type { From, GenerationInput } from '../generate-request.js';
import { languageIn, type QueryLanguage, seenIn } from './seen.js';

/** What the form has. One field takes them all; the others stand beside it where they are needed. */
export interface Fields {
  readonly source: string;
  readonly title: string;
  readonly file: File | undefined;
  /** Undefined: the one that the query looks like. */
  readonly language: QueryLanguage | undefined;
  readonly product: string;
  readonly category: string;
  readonly service: string;
}

/** A kind that the field can be told to read. */
export type Kind = Exclude<From, 'file'>;

/** The kinds of what is typed, in the order in which they are listed. */
export const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'url', label: 'Address' },
  { value: 'text', label: 'Text' },
  { value: 'technique', label: 'Technique' },
  { value: 'sigma', label: 'Sigma' },
  { value: 'query', label: 'SIEM query' },
];

/** The kind that an address tells the field to read. */
export const toldIn = (search: URLSearchParams): Kind | undefined =>
  KINDS.find(({ value }) => value === search.get('from'))?.value;

/** What rules will be generated from: a file that was chosen, else what the field is told to read, else what it looks like. Undefined: nothing is there. */
export const kindOf = ({ file, source }: Fields, told: Kind | undefined): From | undefined =>
  file === undefined ? (told ?? seenIn(source)) : 'file';

/** The language of a query: the one that was chosen, else the one that it looks like. */
export const languageOf = ({ language, source }: Fields): QueryLanguage => language ?? languageIn(source) ?? 'kql';

/** The name of the draft that an address opens: what it brings is another than what was typed without it. */
export const draftOf = (search: URLSearchParams): string =>
  ['generation', ...['url', 'text', 'title', 'technique'].flatMap((name) => search.get(name) ?? [])].join(' ');

/** What can be typed; a file is chosen. */
export type TypedFields = Omit<Fields, 'file'>;

/** The gap that the rules are for, where the address names one: `?technique=T1530&gap=ACCOUNT`. */
export function gapOf(
  search: URLSearchParams,
): { readonly accountId: string; readonly techniqueId: string } | undefined {
  const accountId = search.get('gap');
  const techniqueId = search.get('technique');
  return accountId === null || techniqueId === null ? undefined : { accountId, techniqueId };
}

/** The form as an address fills it: other pages lead here with `?technique=T1059` or `?url=…`. */
export const fieldsOf = (search: URLSearchParams): TypedFields => ({
  source: search.get('technique')?.toUpperCase() ?? search.get('url') ?? search.get('text') ?? '',
  title: search.get('title') ?? '',
  language: undefined,
  product: '',
  category: '',
  service: '',
});

/** The fields of the form as the page calls them, by the names of the API. */
export const LABELS = {
  url: 'Address of the advisory',
  text: 'Text of the advisory',
  title: 'Title',
  techniqueId: 'ATT&CK technique',
  yaml: 'Sigma rules',
  query: 'Query',
  language: 'Language',
  'logsource.product': 'Product',
  'logsource.category': 'Category',
  'logsource.service': 'Service',
  'options.targetProviders': 'Log sources',
  'options.targetLogs': 'Other logs',
  'options.skipCovered': 'Leave out rules that the library covers',
  'options.targetSiems': 'Query languages',
  'options.minConfidence': 'Minimum confidence',
  'options.maxRules': 'Most rules',
  'options.index': 'Index',
  'options.sourcetype': 'Source type',
  'options.table': 'Table',
  'options.pipelines': 'Pipelines',
  'options.tlp': 'Handling mark',
  'options.keep': 'Store nothing of it',
  'options.gap.accountId': 'Account of the gap',
  'options.gap.techniqueId': 'Technique of the gap',
} as const;

/** What the form asks for, or what is missing. */
export function inputOf(kind: From | undefined, fields: Fields): GenerationInput | { readonly missing: string } {
  const { category, file, product, service, source, title } = fields;
  if (kind === 'file' && file !== undefined) return { inputType: 'file', file };
  if (source.trim() === '') return { missing: 'Paste an address or a text, or choose a file.' };
  switch (kind) {
    case 'url':
      return { inputType: 'url', url: withScheme(source.trim()) };
    case 'technique':
      return { inputType: 'technique', techniqueId: source.trim().toUpperCase() };
    case 'sigma':
      return { inputType: 'sigma', yaml: source };
    case 'query': {
      const logsource = filled({ product, category, service });
      return {
        ...{ inputType: 'query', query: source, language: languageOf(fields) },
        ...filled({ title }),
        ...(Object.keys(logsource).length === 0 ? {} : { logsource }),
      };
    }
    default:
      return { inputType: 'text', text: source, ...filled({ title }) };
  }
}

/** People paste addresses without a scheme. */
const withScheme = (url: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`);

const filled = <T extends string>(values: Readonly<Record<T, string>>): Partial<Record<T, string>> =>
  Object.fromEntries(
    Object.entries<string>(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  ) as Partial<Record<T, string>>;
