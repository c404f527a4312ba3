import type { AppError } from '@tripline/service';
import type { Response } from 'express';

/** Answers success in the rules service's envelope. */
export function succeed(res: Response, data: object, status = 200): void {
  res.status(status).json({ success: true, data });
}

/** Answers success with data of one field whose value is JSON already: bytes of UTF-8. */
export function succeedWithWritten(res: Response, field: string, json: Uint8Array): void {
  res.status(200).type('json');
  res.end(Buffer.concat([Buffer.from(`{"success":true,"data":{${JSON.stringify(field)}:`), json, Buffer.from('}}')]));
}

/** The rules service's error envelope (contract, "Rules service"). */
export function errorBody(error: AppError, requestId: string): object {
  return {
    success: false,
    error: {
      code: error.code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: error.details }),
      requestId,
    },
  };
}
