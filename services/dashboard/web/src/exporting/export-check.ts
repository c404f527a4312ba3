import { useQuery } from '@tanstack/react-query';
import { type Rules, rules, rulesData } from '../api/clients.js';
import type { Backend } from '../siems/backends.js';
import { exportQuery, type FormChoices, type Settings } from '../siems/settings.js';

/** How exported rules are to be converted. */
export interface ExportOptions extends FormChoices {
  readonly pipelines?: string[];
  readonly stack?: object;
  readonly builtInMaps?: boolean;
  readonly index?: string;
  readonly sourcetype?: string;
  readonly table?: string;
}

/** The same from the query of one rule's export; its stack is one backend's and is left out. */
export function optionsOfQuery(query: URLSearchParams): ExportOptions | undefined {
  const pipelines = query.get('pipelines');
  const maps = query.get('builtInMaps');
  const places = Object.fromEntries(
    ['index', 'sourcetype', 'table', 'channel'].flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const options = {
    ...(pipelines === null ? {} : { pipelines: pipelines === 'none' ? [] : pipelines.split(',') }),
    ...(maps === null ? {} : { builtInMaps: maps === 'true' }),
    ...(query.get('keepLevel') === 'true' ? { keepLevel: true } : {}),
    ...(query.get('enterpriseSecurity') === 'true' ? { enterpriseSecurity: true } : {}),
    ...places,
  };
  return Object.keys(options).length === 0 ? undefined : options;
}

/** How rules are converted for a form of a backend: as the page's settings and one's own SIEMs say. */
export function exportOptions(settings: Settings, backend: Backend | undefined): ExportOptions | undefined {
  const query = exportQuery(settings, backend);
  const stack = query.get('stack');
  const options = optionsOfQuery(query);
  return backend === undefined || stack === null ? options : { ...options, stack: { [backend]: stack } };
}

/** For each form how many of the rules can have it, and why the others cannot. Asked only when `enabled`. */
export function useExportCheck(
  {
    ruleKeys,
    owner,
    options,
  }: { ruleKeys: readonly string[]; owner: Rules['RuleRow']['owner'] | undefined; options?: ExportOptions | undefined },
  enabled = true,
) {
  // Whom a form tells decides nothing about which rules can have it, and is typed letter by letter.
  const { channel: _channel, enterpriseSecurity: _findings, ...asked } = options ?? {};
  return useQuery({
    queryKey: ['rules', 'export-check', owner, ruleKeys, asked],
    queryFn: () =>
      rulesData(
        rules.POST('/v1/rules/export/check', {
          body: {
            ruleKeys: [...ruleKeys],
            ...(owner === undefined ? {} : { owner }),
            options: asked,
          },
        }),
      ),
    enabled,
  });
}
