import type { AppError } from '@tripline/service';

/** The coverage service's error body: one sentence (API document, "Errors"). */
export function errorBody(error: AppError): { detail: string } {
  return { detail: error.message };
}
