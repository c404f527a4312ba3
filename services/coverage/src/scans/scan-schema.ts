import Joi from 'joi';
import { SCAN_STATUSES, type ScanStatus } from './scan-model.js';

/** Body of a new scan. Null or no `regions` means the account's own choice of regions. */
export interface NewScanBody {
  readonly regions: readonly string[] | null;
}

/** `POST /accounts/{id}/scans` */
export const newScanBody = Joi.object<NewScanBody>({
  regions: Joi.array()
    .items(Joi.string().max(64))
    .min(1)
    .max(100)
    .messages({
      'array.min': '{{#label}} must name at least one region; null or nothing is every region of the account',
    })
    .allow(null)
    .default(null)
    .example(['eu-central-1']),
});

/** Query of `GET /accounts/{id}/scans` */
export interface ScanFilter {
  readonly status?: ScanStatus;
  readonly limit: number;
}

/** Query of `GET /scans/{id}/results`: which of the scan's changes to detections. */
export interface ChangePage {
  readonly limit: number;
  readonly offset: number;
}

/** Most changes in one answer, and as many as there are unless told. */
export const MOST_CHANGES = 500;

export const changePageQuery = Joi.object<ChangePage>({
  limit: Joi.number().integer().min(1).max(MOST_CHANGES).default(MOST_CHANGES),
  offset: Joi.number().integer().min(0).max(1_000_000).default(0),
});

export const scanListQuery = Joi.object<ScanFilter>({
  status: Joi.string().valid(...SCAN_STATUSES),
  limit: Joi.number().integer().min(1).max(100).default(20),
});
