import { nameText } from '@tripline/service';
import Joi from 'joi';
import { SET_STATES } from './gap-work-model.js';

/** `PUT /accounts/{id}/coverage/gaps/{technique}` */
export interface GapWorkBody {
  readonly state: (typeof SET_STATES)[number];
  readonly owner?: string | null;
  readonly due_at?: string | null;
  readonly ticket_url?: string | null;
}

export const gapWorkBody = Joi.object<GapWorkBody>({
  state: Joi.string()
    .valid(...SET_STATES)
    .required(),
  owner: nameText.max(200).allow(null).example('cloud-security@example.com'),
  due_at: Joi.string().isoDate().max(40).allow(null).example('2027-06-30T00:00:00Z'),
  // Only addresses that a browser opens as a page: what is shown as a link must not run.
  ticket_url: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .max(1000)
    .allow(null)
    .example('https://tickets.example.com/SEC-101'),
}).example({ state: 'in_progress', owner: 'cloud-security@example.com', due_at: '2027-06-30T00:00:00Z' });
