/** Why bytes could not be read as an advisory. */
export type AdvisoryErrorCode = 'UnsupportedType' | 'Unreadable' | 'Empty' | 'TooLarge';

/** A document that cannot be read: stable code, and a message fit for the caller who sent it. */
export class AdvisoryError extends Error {
  readonly code: AdvisoryErrorCode;

  constructor(code: AdvisoryErrorCode, message: string) {
    super(message);
    this.name = 'AdvisoryError';
    this.code = code;
  }
}
