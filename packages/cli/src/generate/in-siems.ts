import type { GeneratedRule } from '@tripline/advisory';
import { openService } from '../coverage/service-access.js';
import type { ServiceOptions } from '../coverage/service-options.js';
import { inParts } from '../siem/in-parts.js';

/** A rule of a SIEM that notices what a drafted one does. */
export interface SiemCovering {
  readonly siem: string;
  readonly name: string;
  /** Whether it could fire: `yes`, `no` or `unknown`. */
  readonly canFire: string;
}

type Drafted = Pick<GeneratedRule, 'yaml' | 'tests'>;

/** Gives the rules of documents those of the SIEMs that notice the same. @throws CoverageRefusal, UnreachableError as the client */
export type NameSiemRules = <Document extends { readonly rules: readonly Drafted[] }>(
  documents: readonly Document[],
) => Promise<readonly (Document & { readonly rules: readonly { readonly inSiems: readonly SiemCovering[] }[] })[]>;

/** Opens the coverage service for {@link NameSiemRules}. @throws UsageError where none is named */
export function openSiems(options: ServiceOptions): NameSiemRules {
  const client = openService(options);
  const ask = (rules: readonly Drafted[]) =>
    inParts(
      rules.map(({ tests, yaml }) => ({ sigma: yaml, events: tests.match.slice(0, MOST_EVENTS) })),
      async (part) =>
        (await client.siemOverlap(part)).map(({ covered_by }) =>
          covered_by.map(({ can_fire, name, siem_name }) => ({ siem: siem_name, name, canFire: can_fire })),
        ),
    );
  return async (documents) => {
    const answers = [...(await ask(documents.flatMap(({ rules }) => rules)))];
    return documents.map((document) => ({
      ...document,
      rules: document.rules.map((rule) => ({ ...rule, inSiems: answers.shift() ?? [] })),
    }));
  };
}

/** Events that the service takes of a rule. */
const MOST_EVENTS = 50;
