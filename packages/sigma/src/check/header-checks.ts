import { isDigits, isUuid } from '../characters.js';
import type { SigmaDocument } from '../model/rule.js';
import type { Remark } from './finding.js';

/** Longest title that the specification allows. */
const TITLE_CHARACTERS_MAX = 256;

/** Checks the header fields of a document. Documents that only serve a correlation may leave out most of them. */
export function* checkHeader(document: SigmaDocument, isServing: boolean): Generator<Remark> {
  const { title, id } = document;
  if (title.length > TITLE_CHARACTERS_MAX) {
    const message = `the title has ${title.length} characters; the specification allows ${TITLE_CHARACTERS_MAX}`;
    yield { code: 'title_length', severity: 'error', message, segments: ['title'] };
  }
  if (id !== undefined && !isUuid(id)) {
    yield { code: 'id_format', severity: 'warning', message: `the id "${id}" is not a UUID`, segments: ['id'] };
  }
  for (const key of ['date', 'modified'] as const) {
    const date = document[key];
    if (date === undefined || isDate(date)) continue;
    yield {
      code: 'date_format',
      severity: 'warning',
      message: `${key} "${date}" is not a date of the form YYYY-MM-DD`,
      segments: [key],
    };
  }
  if (isServing) return;
  if (id === undefined) {
    yield { code: 'id_missing', severity: 'info', message: 'the rule has no id', segments: ['title'] };
  }
  if (document.description === undefined) {
    yield {
      code: 'description_missing',
      severity: 'info',
      message: 'the rule has no description',
      segments: ['title'],
    };
  }
  if (document.kind === 'filter') return;
  if (document.status === undefined) {
    yield { code: 'status_missing', severity: 'info', message: 'the rule has no status', segments: ['title'] };
  }
  if (document.level === undefined) {
    yield { code: 'level_missing', severity: 'warning', message: 'the rule has no level', segments: ['title'] };
  }
}

function isDate(text: string): boolean {
  const parts = text.split('-');
  if (parts.map(({ length }) => length).join() !== '4,2,2' || !parts.every(isDigits)) return false;
  const [year, month, day] = parts.map(Number);
  const date = new Date(Date.UTC(year as number, (month as number) - 1, day));
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
}
