import { boolCoreTag, defineScalarTag, floatCoreTag, intCoreTag, NOT_RESOLVED, nullCoreTag } from 'js-yaml';

/** Whole numbers that a double cannot hold exactly stay texts: `F: 9223372036854775807` must not match …808. */
export const exactInt = defineScalarTag<unknown>('tag:yaml.org,2002:int', {
  ...intCoreTag,
  resolve: (source, isExplicit, tagName) => {
    const value = intCoreTag.resolve(source, isExplicit, tagName);
    return typeof value === 'number' && !Number.isSafeInteger(value) ? NOT_RESOLVED : value;
  },
});

/** `.inf` and `.nan` stay texts, since no event field has them; so do whole numbers that are not exact (see above). */
export const finiteFloat = defineScalarTag<unknown>('tag:yaml.org,2002:float', {
  ...floatCoreTag,
  resolve: (source, isExplicit, tagName) => {
    const value = floatCoreTag.resolve(source, isExplicit, tagName);
    if (typeof value !== 'number') return value;
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)) ? NOT_RESOLVED : value;
  },
});

const IMPLICIT = [nullCoreTag, boolCoreTag, exactInt, finiteFloat] as const;

/** First characters of a plain text that may be something else than a text. */
const TYPED_START = /^[-+.0-9~nNtTfF]/;

/** The value of a plain (unquoted) text under YAML's core schema, as read here. */
export function resolvePlain(source: string): unknown {
  if (source === '') return null;
  if (!TYPED_START.test(source)) return source;
  for (const tag of IMPLICIT) {
    const value: unknown = tag.resolve(source, false, tag.tagName);
    if (value !== NOT_RESOLVED) return value;
  }
  return source;
}
