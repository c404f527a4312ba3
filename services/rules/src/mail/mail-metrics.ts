import type { ObserveMail } from '@tripline/auth';
import type { Metrics } from '@tripline/service';
import { Counter } from 'prom-client';

/** Registers the count of mails by kind and outcome, and gives what counts them. */
export function createMailMetrics({ registry }: Metrics): ObserveMail {
  const mails = new Counter({
    name: 'tripline_mails_total',
    help: 'Attempts at sending mail, by what it tells of and what came of it.',
    labelNames: ['kind', 'outcome'] as const,
    registers: [registry],
  });
  return (kind, outcome) => mails.inc({ kind, outcome });
}
