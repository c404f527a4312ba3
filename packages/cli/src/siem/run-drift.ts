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
    const rules = files.map(({ path }, index) => ({ path, ...answers[index], found: answers[index]?.found ?? [] }));
    const none = rules.filter(({ found }) => found.length === 0).length;
    const text = [
      ...rules.flatMap(({ found, path }) => found.flatMap((one) => [`${path}: ${sentence(one)}`, ...lines(one)])),
      `${counted(rules.length, 'file')}, ${none} of them in no SIEM`,
    ].join('\n');
    process.stdout.write(asTable(options) ? `${text}\n` : `${JSON.stringify({ rules }, null, 2)}\n`);
    return EXIT.ok;
  });
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
