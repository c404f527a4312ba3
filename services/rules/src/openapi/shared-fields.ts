import { OWNER_KINDS } from '@tripline/auth';
import { json, type TypeOf } from '@tripline/service';
import { TARGET_IDS } from '@tripline/sigma';
import type Joi from 'joi';

/** Between 0 and 1. */
export const confidence = json.number.min(0).max(1).example(0.8);
/** A current ATT&CK id. */
export const techniqueId = json.text.description('current ATT&CK id').example('T1059.001');

/** A part of the canonical text. */
export const span = json.resource('Span', {
  start: json.integer.min(0).description('UTF-16 code units of the canonical text').example(1042),
  end: json.integer.min(0).description('UTF-16 code units of the canonical text, exclusive').example(1087),
});

/** A difference between a query and its rule. */
export const note = json.resource(
  'Note',
  { code: json.text.example('case_plain'), message: json.text.example('Matches any letter case.'), part: json.text },
  ['part'],
);

/** A fault or a finding, with its place where it has one. */
export const issue = json.resource(
  'Issue',
  {
    code: json.text.example('unknown_modifier'),
    severity: json.oneOf(['error', 'warning', 'info']),
    message: json.text.example('there is no modifier "containz"'),
    path: json.text,
    line: json.integer,
    column: json.integer,
  },
  ['path', 'line', 'column'],
);
export type PlacedIssue = TypeOf<typeof issue>;

/** Values for backends, for each or for some. */
export const byBackend = <S extends Joi.AnySchema>(value: S) => json.byKey(TARGET_IDS, value);

/** The author of something; a deleted user has no address. */
export const author = json.object({
  userId: json.uuid,
  email: json.nullable(json.text).description('null once the account has been deleted').example('ada@example.com'),
});

/** Whose something is: its maker's own, or their team's. */
export const ownerKind = json
  .closedOneOf(OWNER_KINDS)
  .description('`user`: its maker’s own; `team`: the team’s, which all its members read')
  .example('team');

/** How many a list has in all, whatever the page. */
export const total = json.integer.description('how many match the filters, on all pages together').example(5066);
