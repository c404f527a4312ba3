import type { AppError } from '@tripline/service';

/** The envelope of the server's own errors: the rules service's, with the coverage service's `detail`, so that callers of either API can read it. */
export const errorBody = (error: AppError, requestId: string): object => ({
  success: false,
  error: { code: error.code, message: error.message, requestId },
  detail: error.message,
});
