import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Rules, rules, rulesData } from '../api/clients.js';
import { optionsOf, type Settings } from '../siems/settings.js';
import { ErrorNotice, Loading } from '../ui/states.js';

/** A rule's queries, and why a language has none. */
export type Queries = Pick<Rules['GeneratedRule'], 'conversions' | 'notes'> & {
  readonly errors?: Readonly<Record<string, Rules['Issue']>>;
};

/** A rule's queries as settings ask for them, in place of those that are saved. */
export function QueriesFor({
  children,
  ruleKey,
  settings,
  yaml,
}: {
  ruleKey: string;
  yaml: string;
  settings: Settings;
  children: (queries: Queries) => ReactNode;
}) {
  const options = optionsOf(settings);
  const { data, error } = useQuery({
    queryKey: ['converted', ruleKey, yaml, options],
    queryFn: async () => {
      const [converted] = (await rulesData(rules.POST('/v1/convert', { body: { yaml, options } }))).rules;
      return converted;
    },
  });
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return <Loading lines={8} />;
  if ('error' in data) return <ErrorNotice error={data.error.message} />;
  return children(data);
}
