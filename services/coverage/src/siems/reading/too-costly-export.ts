import { TooCostlyError } from '../../detections/reader-threads.js';
import { nameOfPiece } from '../exports/exported-rule.js';
import type { SiemTask } from './siem-task.js';

/** The settings that bound a part of an export. */
const SETTINGS = { time: 'LIMIT_READER_SECONDS', memory: 'LIMIT_IMPORT_MEMORY_MB' } as const;
const LONGEST_PART = 300;

/** 400: a part of an export that takes more time or memory than one may. To send fewer rules is no way out: those that are not sent are gone. */
export class TooCostlyExportError extends TooCostlyError {
  /** Which part takes more than what, and what helps. */
  readonly fault: string;

  /** @param part the part of the export that was read */
  constructor({ allowed, bound }: TooCostlyError, part: string) {
    const fault = `${part.slice(0, LONGEST_PART)}: reading this takes more than the ${allowed} that a part of an export may use; make the longest search in it shorter, or ask the operator for more (${SETTINGS[bound]})`;
    super(bound, allowed, `Invalid body: ${fault}. Nothing was changed.`);
    this.fault = fault;
  }
}

/** Names the part of an export that a task is about. */
export function partOfTask(task: SiemTask): string {
  switch (task.step) {
    case 'open':
      return task.name;
    case 'piece':
      return task.file.piece?.form === 'lines'
        ? `${task.file.name} from line ${task.file.piece.first + 1} on`
        : nameOfPiece(task.file);
    case 'find': {
      if ('files' in task) return 'the rules of the SIEM';
      const { name, only } = task;
      return only === null
        ? name
        : between(
            name,
            only.map((file) => `${name}/${file}`),
          );
    }
    case 'read':
      return between(
        'the rules',
        task.rules.map(({ place }) => place),
      );
    default:
      return 'the rules';
  }
}

function between(what: string, places: readonly string[]): string {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return what;
  return first === last ? first : `${first} to ${last}`;
}
