import Joi from 'joi';
import type { KeyScope } from '../../key-grants/key-scopes.js';
import type { Tier } from '../../tiers/tier.js';

/** How a service names the fields that are written in camelCase here. */
export interface FieldNames {
  /** Gives the fields of a body or an answer the names that callers know. The types stay those of our names, which are what handlers see. */
  shown<F extends object>(fields: F): F;
  /** Gives a body, once it is checked, our names again. */
  read(body: object): object;
}

/** What differs between the services that show people their API keys. */
export interface KeysForm {
  /** Of the list, such as `/v1/api-keys`. */
  readonly path: string;
  /** The lowest tier that has keys there. */
  readonly fromTier: Tier;
  /** The status of a key just made. */
  readonly made: 200 | 201;
  /** Without it, names are as they are here. */
  readonly names?: FieldNames;
  readonly examples: {
    readonly scopes: readonly KeyScope[];
    readonly dailyLimit?: number;
    readonly usedToday?: number;
  };
}

/** The form of `/v1/api-keys`, and of the keys of service accounts. */
export const API_KEYS: KeysForm = {
  path: '/v1/api-keys',
  fromTier: 'pro',
  made: 201,
  examples: { scopes: ['generate', 'rules:read'], dailyLimit: 100, usedToday: 7 },
};

/** Fields of an answer as a form names them. */
export const shownFields = <F extends object>(fields: F, { names }: KeysForm): F => names?.shown(fields) ?? fields;

/** The schema of a body whose fields a form names; what it gives has our names. */
export const namedBody = <T>(fields: Joi.PartialSchemaMap<T>, { names }: KeysForm): Joi.ObjectSchema<T> =>
  names === undefined ? Joi.object<T>(fields) : Joi.object<T>(names.shown(fields)).custom((body) => names.read(body));
