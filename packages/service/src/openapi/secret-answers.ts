import type { AnySchema, Description } from 'joi';
import type { Operation } from './operation.js';

/** Whether an answer of an operation, in any of its forms, holds a `json.secret`. */
export function answersSecret({ events, otherSuccess, success }: Operation): boolean {
  const answers: readonly AnySchema[] = [
    ...('data' in success ? [success.data] : []),
    ...Object.values(otherSuccess ?? {}),
    ...Object.values(events ?? {}),
  ];
  return answers.some((schema) => holds(schema.describe(), ({ metas }) => isSecret(metas)));
}

/** The names of the fields in an operation's answers that are called as secrets are and are no `json.secret`. */
export function unmarkedSecrets({ success }: Operation): string[] {
  if (!('data' in success)) return [];
  const found: string[] = [];
  holds(success.data.describe(), ({ keys }) => {
    for (const [name, field] of Object.entries(keys ?? {})) {
      if (isCalledSecret(name) && field.type === 'string' && !isSecret(field.metas)) found.push(name);
    }
    return false;
  });
  return found;
}

const SECRETS = ['token', 'secret', 'password', 'passphrase', 'credential'];

/** Whether a field is called as secrets are. */
const isCalledSecret = (name: string): boolean => SECRETS.some((word) => name.toLowerCase().endsWith(word));

interface Part {
  readonly type?: string;
  readonly metas?: readonly unknown[];
  readonly keys?: Readonly<Record<string, Part>>;
}

const isSecret = (metas: readonly unknown[] | undefined): boolean =>
  (metas ?? []).some((meta) => typeof meta === 'object' && meta !== null && 'secret' in meta);

/** Whether a description, or any part of it at any depth, is so. */
function holds(value: unknown, isSo: (part: Part) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isSo(value as Part) || Object.values(value as Description).some((part) => holds(part, isSo));
}
