import { BadRequestError, UnavailableError } from '@tripline/service';
import { Piscina } from 'piscina';
import type { PasswordJudgement, PasswordToJudge } from './password-strength-worker.js';

/** Refuses passwords that are easy to guess. */
export interface PasswordStrength {
  /**
   * @param field the body's field with the password
   * @throws BadRequestError when it is too easy to guess: says why, and what to do
   * @throws UnavailableError when too many wait to be judged
   */
  require(password: string, email: string, field: string): Promise<void>;
  close(): Promise<void>;
}

/** zxcvbn's 3: more than 10^8 guesses, which is out of reach against a service that limits them. */
const SCORE_MIN = 3;
/** Only this many characters are judged: the cost grows with the square of the length, and further characters make no password weaker. */
const JUDGED_LENGTH = 64;
const WAITING_MAX = 100;
const IDLE_MS = 60_000;
const RETRY_SECONDS = 5;

const ADVICE =
  'Take four or more words that do not belong together, or have a password manager make one. It must not hold your e-mail address, or stand in lists of common passwords.';

/**
 * Builds the check. It runs in a thread, since an estimate may take longer than a request may delay others. The thread, with 60 MB of
 * dictionaries, exists only while somebody chooses a password.
 */
export function createPasswordStrength(): PasswordStrength {
  const pool = new Piscina<PasswordToJudge, PasswordJudgement>({
    filename: new URL('./password-strength-worker.js', import.meta.url).href,
    name: 'judge',
    minThreads: 0,
    maxThreads: 1,
    maxQueue: WAITING_MAX,
    idleTimeout: IDLE_MS,
    // Nothing that the thread does needs a setting or a secret.
    env: {},
  });
  return {
    async require(password, email, field) {
      if (pool.queueSize >= WAITING_MAX) {
        throw new UnavailableError('Too many passwords are being chosen at once; try again.', RETRY_SECONDS);
      }
      const judged = password.slice(0, JUDGED_LENGTH);
      const { score, warning } = await pool.run({ password: judged, likely: wordsOf(email) });
      if (score >= SCORE_MIN) return;
      const message = ['The password is too easy to guess.', warning ?? '', ADVICE].filter(Boolean).join(' ');
      throw new BadRequestError(message, { details: [{ path: field, message }] });
    },
    close: () => pool.destroy(),
  };
}

/** Words of the account that everybody knows. */
function wordsOf(email: string): string[] {
  const [name = ''] = email.split('@', 1);
  const parts = email.split(/[^\p{L}\p{N}]+/u);
  const joined = name.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [...new Set(['tripline', email, name, joined, ...parts])].filter(Boolean);
}
