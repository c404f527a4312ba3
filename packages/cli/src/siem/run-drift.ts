import type { SiemDriftAnswer } from '@tripline/client';
import { counted } from '../counted.js';
import { askService, asTable, openService } from '../coverage/service-access.js';
import type { ServiceOptions } from '../coverage/service-options.js';
import { EXIT } from '../exit.js';
import { readRuleFiles } from '../rule-files.js';
import { inParts } from './in-parts.js';

/** Options of `tripline siem drift`. */
export type SiemDriftOptions = ServiceOptions;

type Found = SiemDriftAnswer['rules'][number]['found'][number];

/** Shows what became of the rules of files in the SIEMs. @throws UsageError for a path that cannot be read */
export function runSiemDrift(paths: readonly string[], options: SiemDriftOptions): Promise<number> {
  const files = [...readRuleFiles(paths)];
  return askService(async () => {
    const client = openService(options);
    const answers = await inParts(
      files.map(({ text }) => text),
      (texts) => client.siemDrift(texts),
    );
    const rules = files.flatMap(({ path }, index) => {
      const answer = answers[index];
      return answer === undefined ? [] : [{ path, ...answer }];
    });
    const asked = sumOf(rules, ({ sigma, without_id }) => sigma.length + without_id);
    const none = sumOf(rules, missingOf);
    const nameless = sumOf(rules, ({ without_id }) => without_id);
    const text = [
      ...rules.flatMap(({ found, path }) => found.flatMap((one) => [`${path}: ${sentence(one)}`, ...lines(one)])),
      `${counted(asked, 'rule')} in ${counted(rules.length, 'file')}, ${none} of them in no SIEM${nameless === 0 ? '' : `, ${nameless} without an id, which nothing knows again`}`,
    ].join('\n');
    process.stdout.write(asTable(options) ? `${text}\n` : `${JSON.stringify({ rules }, null, 2)}\n`);
    return EXIT.ok;
  });
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);

/** Rules of a file that no SIEM has, or has had. */
function missingOf({ found, sigma }: SiemDriftAnswer['rules'][number]): number {
  const there = new Set(found.map(({ sigma_id }) => sigma_id));
  return sigma.filter(({ id }) => !there.has(id)).length;
}

const STATES: Readonly<Record<string, string>> = {
  same: 'as it is',
  edited: 'edited there',
  older: 'made from another version',
  gone: 'gone',
};

const sentence = ({ can_fire, name, siem_name, state }: Found): string =>
  `${STATES[state] ?? state}: "${name}" in ${siem_name}${can_fire === 'no' && state !== 'gone' ? ', which never fires' : ''}`;

const lines = ({ differences }: Found): readonly string[] =>
  differences.map(({ line, side }) => `  ${side === 'ours' ? '-' : '+'} ${line}`);
