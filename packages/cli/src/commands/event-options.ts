import type { EventShape } from '@tripline/sigma';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { collectPath, withCollectionOptions } from './collection-options.js';

/** The shapes of `packages/sigma`, repeated here because its code is loaded only when the command runs; the type checks them. */
const SHAPES: Readonly<Record<EventShape, true>> = {
  sigma: true,
  evtx: true,
  ecs: true,
  splunk: true,
  defender: true,
  sentinel: true,
  cloudtrail: true,
  cef: true,
  syslog: true,
};

/** Most threads that may be asked for. */
const THREADS_MAX = 64;

/** Adds the options of commands that run rules over events. */
export function withEventOptions(command: Command): Command {
  return withCollectionOptions(command)
    .addOption(
      new Option('--events-as <shape>', 'shape of all events (default: that of each is recognised)').choices(
        Object.keys(SHAPES),
      ),
    )
    .option(
      '-p, --pipeline <name or path>',
      "processing pipeline in pySigma's format, a file or folder, applied to the rules; none: fields and log sources of events are taken as they come; may be given several times",
      collectPath,
      [],
    )
    .option('--follow', 'read on as files grow, until stopped; what counts is said at the end', false)
    .option('--threads <number>', 'threads for much input (default: one for each processor)', threads)
    .option('--strict', 'end at the first rule, line or event that cannot be read, with exit code 2', false);
}

function threads(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= THREADS_MAX) return number;
  throw new InvalidArgumentError(`It is a whole number from 1 to ${THREADS_MAX}.`);
}
