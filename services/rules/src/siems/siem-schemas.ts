import { describedTarget, listStacks, TARGET_IDS, type TargetId } from '@tripline/sigma';
import Joi from 'joi';
import { dataPlaces } from '../conversion/settings-schema.js';

/** Where the data of a SIEM is, as its product calls it. */
const PLACES = ['index', 'sourcetype', 'table'] as const;
type Place = (typeof PLACES)[number];

/** The places that mean something in a language. */
const placesOf = (id: TargetId): readonly Place[] =>
  PLACES.filter((place) => describedTarget(id).settings.includes(place));

/** A SIEM that somebody has: its query language, and where its data is. */
export interface Siem {
  readonly id: TargetId;
  readonly stack?: string;
  readonly index?: string;
  readonly sourcetype?: string;
  readonly table?: string;
}

const siemSchema = Joi.object<Siem>({
  id: Joi.string()
    .valid(...TARGET_IDS)
    .required()
    .messages({ 'any.only': `{{#label}} is not a known backend; known: ${TARGET_IDS.join(', ')}` })
    .example('siem_spl'),
  stack: Joi.string().max(100).description('a stack of it, as `GET /v1/backends` lists them').example('cim'),
  index: dataPlaces.index,
  sourcetype: dataPlaces.sourcetype,
  table: dataPlaces.table,
})
  .custom((siem: Siem, helpers) => {
    const known = listStacks(siem.id).map(({ id }) => id);
    if (siem.stack !== undefined && !known.includes(siem.stack)) {
      const local = { id: siem.id, stack: siem.stack, known: known.join(', ') || 'none' };
      return helpers.error('siem.stack', local);
    }
    const place = PLACES.find((name) => siem[name] !== undefined && !placesOf(siem.id).includes(name));
    if (place !== undefined) {
      const takes = placesOf(siem.id).join(' and ') || 'neither index, sourcetype nor table';
      return helpers.error('siem.place', { id: siem.id, place, value: siem[place], takes });
    }
    return siem;
  })
  .messages({
    'siem.stack': '{{#label}}.stack is "{{#stack}}", which {{#id}} has not; its stacks: {{#known}}',
    'siem.place': '{{#label}}.{{#place}} is "{{#value}}", and {{#id}} has no such place; it takes {{#takes}}',
  })
  .example({ id: 'siem_spl', stack: 'cim', index: 'windows' });

/** Body of a choice of SIEMs, in the order in which they are shown; an empty list is none. */
export const siemsBodySchema = Joi.object<{ siems: readonly Siem[] }>({
  siems: Joi.array()
    .items(siemSchema)
    .max(TARGET_IDS.length)
    .unique('id')
    .messages({ 'array.unique': '{{#label}} is a language that is named before; each may stand once' })
    .required(),
});
