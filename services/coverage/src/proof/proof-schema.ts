import { nameText } from '@tripline/service';
import Joi from 'joi';
import { PROOF_KINDS, type ProofKind } from '../inventory/proof-resource.js';
import { techniqueId } from '../scope/scope-fields.js';

/** Techniques that one firing may show. */
const MOST_TECHNIQUES = 20;
/** Clocks of two systems may differ by this much. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;
const EARLIEST = Date.UTC(2006, 0, 1);

/** `POST /detections/{id}/proof` */
export interface ProofBody {
  readonly kind: ProofKind;
  readonly reference: string;
  readonly technique_ids?: readonly string[];
  readonly observed_at?: string;
  readonly observed_by?: string | null;
  readonly note?: string | null;
}

export const proofBody = Joi.object<ProofBody>({
  kind: Joi.string()
    .valid(...PROOF_KINDS)
    .required(),
  reference: nameText.max(200).required().example('INC-2041'),
  technique_ids: Joi.array().items(techniqueId).min(1).max(MOST_TECHNIQUES).unique(),
  observed_at: Joi.string().isoDate().max(40).custom(checkObserved).messages({
    'observed.future': '{{#label}} must not be in the future',
    'observed.early': '{{#label}} must be after 2005',
  }),
  observed_by: nameText.allow(null).example('Red team'),
  note: Joi.string().max(2000).allow(null, '').example('The alert arrived four minutes after StopLogging.'),
});

/** `GET /detections/{id}/proof` */
export const proofPage = Joi.object<{ limit: number; offset: number }>({
  limit: Joi.number().integer().min(1).max(100).default(50),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0),
});

function checkObserved(text: string, helpers: Joi.CustomHelpers): string | Joi.ErrorReport {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return helpers.error('string.isoDate');
  if (at > Date.now() + CLOCK_DIFFERENCE_MS) return helpers.error('observed.future');
  return at < EARLIEST ? helpers.error('observed.early') : text;
}
