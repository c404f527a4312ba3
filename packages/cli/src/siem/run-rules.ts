import type { CoverageClient, SiemRuleAnswer, SiemRuleFilter, SiemRulesAnswer } from '@tripline/client';
import { counted } from '../counted.js';
import { askService, asTable, openService } from '../coverage/service-access.js';
import type { ServiceOptions } from '../coverage/service-options.js';
import { EXIT } from '../exit.js';
import { knownSiem } from './known-siem.js';

/** Options of `tripline siem rules`. */
export interface SiemRulesOptions extends ServiceOptions {
  readonly canFire?: NonNullable<SiemRuleFilter['can_fire']>;
  readonly reason?: NonNullable<SiemRuleFilter['reason']>;
  readonly read?: NonNullable<SiemRuleFilter['read']>;
  readonly technique?: string;
  readonly name?: string;
  readonly limit?: number;
}

/** Rules that the service gives at once. */
const AT_ONCE = 200;

/** Lists the rules of a SIEM by name, each page as it comes, and how many there are with each answer, reason and reading. */
export function runSiemRules(wanted: string, options: SiemRulesOptions): Promise<number> {
  return askService(async () => {
    const client = openService(options);
    const siem = knownSiem(await client.siems(), wanted);
    const write = asTable(options) ? tableWriter() : jsonWriter();
    let shown = 0;
    let last: SiemRulesAnswer | undefined;
    for await (const answer of pagesOf(client, siem.id, options)) {
      const rules = answer.rules.slice(0, (options.limit ?? answer.total) - shown);
      write.rules(rules);
      shown += rules.length;
      last = answer;
    }
    if (last !== undefined) write.end(shown, last);
    return EXIT.ok;
  });
}

async function* pagesOf(
  client: CoverageClient,
  siemId: string,
  { canFire, limit, name, read, reason, technique }: SiemRulesOptions,
): AsyncGenerator<SiemRulesAnswer> {
  const filter = {
    ...(canFire === undefined ? {} : { can_fire: canFire }),
    ...(reason === undefined ? {} : { reason }),
    ...(read === undefined ? {} : { read }),
    ...(technique === undefined ? {} : { technique }),
    ...(name === undefined ? {} : { q: name }),
    page_size: AT_ONCE,
  };
  for (let page = 1; ; page++) {
    const answer = await client.siemRules(siemId, { ...filter, page });
    yield answer;
    const asked = page * AT_ONCE;
    if (asked >= Math.min(answer.total, limit ?? answer.total) || answer.rules.length === 0) return;
  }
}

interface Writer {
  rules(rules: readonly SiemRuleAnswer[]): void;
  end(shown: number, answer: SiemRulesAnswer): void;
}

const tableWriter = (): Writer => ({
  rules: (rules) => {
    for (const rule of rules) process.stdout.write(`${ruleLine(rule)}\n`);
  },
  end: (shown, { counts, total }) => {
    const sums = [
      sumLine('can fire', counts.can_fire),
      sumLine('reason', counts.reason),
      sumLine('query read', counts.read),
    ];
    process.stdout.write(
      `\n${[`${shown} of ${counted(total, 'rule')}`, ...sums.filter((line) => line !== '')].join('\n')}\n`,
    );
  },
});

/** One object, whose rules are written as they come. */
function jsonWriter(): Writer {
  let before = '{\n  "rules": [\n    ';
  return {
    rules: (rules) => {
      for (const rule of rules) {
        process.stdout.write(before + JSON.stringify(rule));
        before = ',\n    ';
      }
    },
    end: (shown, { counts, total }) => {
      const open = shown === 0 ? '{\n  "rules": [' : '\n  ';
      process.stdout.write(`${open}],\n  "total": ${total},\n  "counts": ${JSON.stringify(counts)}\n}\n`);
    },
  };
}

const sumLine = (title: string, counts: readonly { readonly value: string; readonly total: number }[]): string =>
  counts.length === 0 ? '' : `${title}: ${counts.map(({ total, value }) => `${total} ${value}`).join(', ')}`;

function ruleLine({ can_fire, held_back, name, reason, reason_detail }: SiemRuleAnswer): string {
  const why = [reason, reason_detail].filter((part) => part !== null).join(': ');
  const notes = [...(why === '' ? [] : [why]), ...held_back].join('; ');
  return `${can_fire.padEnd(7)}  ${name}${notes === '' ? '' : ` (${notes})`}`;
}
