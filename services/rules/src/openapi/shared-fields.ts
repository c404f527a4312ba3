import { byKey, integer, nullable, number, object, oneOf, resource, text, uuid } from '@tripline/service';
import { TARGET_IDS } from '@tripline/sigma';
import type Joi from 'joi';

/** Between 0 and 1. */
export const confidence = number.min(0).max(1).example(0.8);
/** A current ATT&CK id. */
export const techniqueId = text.description('current ATT&CK id').example('T1059.001');

/** A part of the canonical text. */
export const span = resource('Span', {
  start: integer.min(0).description('UTF-16 code units of the canonical text').example(1042),
  end: integer.min(0).description('UTF-16 code units of the canonical text, exclusive').example(1087),
});

/** A difference between a query and its rule. */
export const note = resource(
  'Note',
  { code: text.example('case_plain'), message: text.example('Matches any letter case.'), part: text },
  ['part'],
);

/** A fault or a finding, with its place where it has one. */
export const issue = resource(
  'Issue',
  {
    code: text.example('unknown_modifier'),
    severity: oneOf(['error', 'warning', 'info']),
    message: text.example('"containz" is no modifier of Sigma.'),
    path: text,
    line: integer,
    column: integer,
  },
  ['path', 'line', 'column'],
);

/** Values for backends, for each or for some. */
export const byBackend = <S extends Joi.AnySchema>(value: S) => byKey(TARGET_IDS, value);

/** The author of something; a deleted user has no address. */
export const author = object({
  userId: uuid,
  email: nullable(text).description('null once the account has been deleted').example('ada@example.com'),
});

/** Where the next page begins: `cursor` of the next call; null on the last page. */
export const nextCursor = nullable(text)
  .description('hand it back as `cursor` for the next page; null on the last')
  .example('MjAyNi0wMy0wNVQwOTozMDowMC4wMDBa');
