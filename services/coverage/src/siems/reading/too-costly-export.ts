import { TooCostlyError } from '../../detections/reader-threads.js';
import { type ExportFile, nameOfPiece } from '../exports/exported-rule.js';
import type { SplunkPart } from '../exports/splunk-parts.js';
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
    case 'stanzas':
      return task.name;
    case 'divide':
      return task.file.name;
    case 'piece':
      return partOfFile(task.file);
    case 'texts':
      return `${task.name}${task.kind === 'sigma' ? ' from document' : ' from line'} ${(task.texts[0]?.before ?? 0) + 1} on`;
    case 'look':
    case 'searches':
      return partOfSplunk(task.part);
    case 'find':
      return between(
        'the rules of the SIEM',
        task.files.map(({ name }) => name),
      );
    case 'read':
      return between(
        'the rules',
        task.rules.map(({ place }) => place),
      );
    default:
      return 'the rules';
  }
}

const partOfFile = (file: ExportFile): string =>
  file.piece?.form === 'lines' ? `${file.name} from line ${file.piece.first + 1} on` : nameOfPiece(file);

function partOfSplunk(part: SplunkPart): string {
  if (part.role === 'rest') return partOfFile(part.file);
  if (part.role === 'model') return part.file.name;
  const { name, stanzas } = part;
  return between(
    name,
    stanzas.map((stanza) => `${name}:${stanza.line} [${stanza.name}]`),
  );
}

function between(what: string, places: readonly string[]): string {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return what;
  return first === last ? first : `${first} to ${last}`;
}
