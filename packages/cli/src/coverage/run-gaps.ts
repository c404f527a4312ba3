import type { GapAnswer } from '@tripline/client';
import { counted } from '../counted.js';
import { EXIT } from '../exit.js';
import { askService, asTable, chooseAccount, openService } from './service-access.js';
import type { ServiceOptions } from './service-options.js';

/** Options of `tripline gaps`. */
export interface GapsCommandOptions extends ServiceOptions {
  readonly priority?: GapAnswer['priority'];
  readonly limit: number;
  readonly includePartial?: true;
}

/** Prints the techniques that an account does not cover, worst first, each with reasons and suggestions. */
export function runGaps(wanted: string | undefined, options: GapsCommandOptions): Promise<number> {
  return askService(async () => {
    const client = openService(options);
    const account = await chooseAccount(client, wanted);
    const { gaps, total } = await client.gaps(account.id, {
      limit: options.limit,
      priority: options.priority,
      includePartial: options.includePartial,
    });
    const text = [...gaps.flatMap(lines), '', `${gaps.length} of ${counted(total, 'gap')}`].join('\n');
    process.stdout.write(asTable(options) ? `${text}\n` : `${JSON.stringify({ gaps, total }, null, 2)}\n`);
    return EXIT.ok;
  });
}

function lines(gap: GapAnswer): string[] {
  const marks = [...(gap.status === 'partial' ? ['partial'] : []), ...(gap.unverified ? ['not verified'] : [])];
  return [
    `${gap.priority.padEnd(8)}  ${gap.technique_id.padEnd(9)}  ${gap.name}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`,
    ...gap.reasons.map((reason) => `    ${reason}`),
    ...gap.suggested_detections.slice(0, 2).map((suggestion) => `    → ${suggestion}`),
  ];
}
