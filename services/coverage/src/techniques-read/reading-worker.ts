import { QUEUES, type TechniquesReadEvent } from '@tripline/service';
import Joi from 'joi';
import {
  type EventWorker,
  type EventWorkerDeps,
  seqSchema,
  startEventWorker,
  techniqueSchema,
  uuidSchema,
} from '../told/event-worker.js';
import { keepReadings } from './reading-store.js';

const eventSchema = Joi.object<TechniquesReadEvent>({
  seq: seqSchema,
  generationId: uuidSchema,
  ownerId: uuidSchema,
  readAt: Joi.string().isoDate().required(),
  documentSha256: Joi.string().hex().length(64).required(),
  title: Joi.string().allow('').max(1_000).required(),
  techniqueIds: Joi.array().items(techniqueSchema).required(),
});

/** Takes what the rules service tells of documents that were read. */
export const startReadingWorker = (deps: EventWorkerDeps): EventWorker =>
  startEventWorker(deps, { queue: QUEUES.techniquesRead, event: eventSchema, keep: keepReadings });
