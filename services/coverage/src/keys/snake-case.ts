import type { FieldNames } from '@tripline/auth/http';

/** This service's names for fields that elsewhere are in camelCase. */
export const snakeCase: FieldNames = {
  shown: <F extends object>(fields: F) => renamed(fields, toSnakeCase) as F,
  read: (body) => renamed(body, toCamelCase),
};

/** The same of an answer, at every depth; dates and whatever else writes itself as JSON stay. */
export function answerInSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(answerInSnakeCase);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  const fields = Object.entries(renamed(value, toSnakeCase)).map(([name, field]) => [name, answerInSnakeCase(field)]);
  return Object.fromEntries(fields);
}

const renamed = (fields: object, name: (ours: string) => string): object =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [name(key), value]));

const toSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamelCase = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
