import type { GenerationInput } from '../generate-request.js';

/** What rules are generated from. */
export type From = GenerationInput['inputType'];
/** A language that a query may be in. */
export type QueryLanguage = 'kql' | 'spl' | 'lucene' | 'eql' | 'esql' | 'yaral';

/** What is typed into the form. All kinds are kept, so that trying another loses nothing. */
export interface Fields {
  readonly url: string;
  readonly text: string;
  readonly title: string;
  readonly file: File | undefined;
  readonly techniqueId: string;
  readonly yaml: string;
  readonly query: string;
  readonly language: QueryLanguage;
  readonly queryTitle: string;
  readonly product: string;
  readonly category: string;
  readonly service: string;
}

/** The kinds, in the order in which they are shown. */
export const KINDS: readonly { readonly value: From; readonly label: string }[] = [
  { value: 'url', label: 'Address' },
  { value: 'text', label: 'Text' },
  { value: 'file', label: 'File' },
  { value: 'technique', label: 'Technique' },
  { value: 'sigma', label: 'Sigma' },
  { value: 'query', label: 'SIEM query' },
];

/** The kind that an address asks for: by name, or by bringing something of that kind. */
export function fromOf(search: URLSearchParams): From {
  const named = KINDS.find(({ value }) => value === search.get('from'));
  if (named !== undefined) return named.value;
  if (search.has('technique')) return 'technique';
  return search.has('url') || !search.has('text') ? 'url' : 'text';
}

/** The name of the draft that an address opens: what it brings is another than what was typed without it. */
export const draftOf = (search: URLSearchParams): string =>
  ['generate', ...['url', 'text', 'title', 'technique'].flatMap((name) => search.get(name) ?? [])].join(' ');

/** What can be typed; a file is chosen. */
export type TypedFields = Omit<Fields, 'file'>;

/** What each kind is generated from. */
const PARTS: Readonly<Record<From, readonly (keyof TypedFields)[]>> = {
  url: ['url'],
  text: ['text', 'title'],
  file: [],
  technique: ['techniqueId'],
  sigma: ['yaml'],
  query: ['query', 'language', 'queryTitle', 'product', 'category', 'service'],
};

/** The form when one kind was generated from: that is as it was at first, what was typed for the others stays. */
export const afterUse = (fields: TypedFields, from: From, atFirst: TypedFields): TypedFields => ({
  ...fields,
  ...Object.fromEntries(PARTS[from].map((part) => [part, atFirst[part]])),
});

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
  url: search.get('url') ?? '',
  text: search.get('text') ?? '',
  title: search.get('title') ?? '',
  techniqueId: (search.get('technique') ?? '').toUpperCase(),
  yaml: '',
  query: '',
  language: 'kql',
  queryTitle: '',
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

/** Whether what stands where an address should is a text: an address has no space in it. */
export const isText = (url: string): boolean => /\s/.test(url.trim());

/** What the form asks for, or what is missing, by field. */
export function inputOf(from: From, fields: Fields): GenerationInput | { readonly missing: string } {
  const { file, language, query, techniqueId, text, url, yaml } = fields;
  switch (from) {
    case 'url':
      if (isText(url)) return { inputType: 'text', text: url };
      return url.trim() === ''
        ? { missing: 'Enter the advisory’s address.' }
        : { inputType: 'url', url: withScheme(url.trim()) };
    case 'text':
      return text.trim() === ''
        ? { missing: 'Paste the advisory’s text.' }
        : { inputType: 'text', text, ...filled({ title: fields.title }) };
    case 'file':
      return file === undefined ? { missing: 'Choose a file, or drop one here.' } : { inputType: 'file', file };
    case 'technique':
      return techniqueId.trim() === ''
        ? { missing: 'Enter the technique’s id, such as T1059.001.' }
        : { inputType: 'technique', techniqueId: techniqueId.trim().toUpperCase() };
    case 'sigma':
      return yaml.trim() === '' ? { missing: 'Paste one or more Sigma rules.' } : { inputType: 'sigma', yaml };
    case 'query': {
      if (query.trim() === '') return { missing: 'Paste the query.' };
      const logsource = filled({ product: fields.product, category: fields.category, service: fields.service });
      return {
        inputType: 'query',
        query,
        language,
        ...filled({ title: fields.queryTitle }),
        ...(Object.keys(logsource).length === 0 ? {} : { logsource }),
      };
    }
  }
}

/** People paste addresses without a scheme. */
const withScheme = (url: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`);

const filled = <T extends string>(values: Readonly<Record<T, string>>): Partial<Record<T, string>> =>
  Object.fromEntries(
    Object.entries<string>(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  ) as Partial<Record<T, string>>;
