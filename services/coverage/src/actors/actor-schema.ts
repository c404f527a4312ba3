import Joi from 'joi';

/** `GET /actors` */
export const actorQuery = Joi.object<{ q?: string; limit: number; offset: number }>({
  q: Joi.string().max(100),
  limit: Joi.number().integer().min(1).max(300).default(100),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0),
});
