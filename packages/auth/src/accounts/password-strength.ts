import { BadRequestError, prepareThreads, UnavailableError } from '@tripline/service';
import { Piscina } from 'piscina';
import type { PasswordJudgement, PasswordToJudge } from './password-strength-worker.js';

/** Refuses passwords that are easy to guess. */
export interface PasswordStrength {
  /**
   * To be called wherever a password is set.
   * @param email the account's address
   * @param field the body's field with the password
   * @param names the user's and the team's, where whoever sets the password may know them
   * @throws BadRequestError when it is too easy to guess: says why, and what to do
   * @throws UnavailableError when too many wait to be judged
   */
  require(password: string, email: string, field: string, names?: readonly string[]): Promise<void>;
}

/** zxcvbn's 3: more than 10^8 guesses, which is out of reach against a service that limits them. */
const SCORE_MIN = 3;
const WAITING_MAX = 100;
const IDLE_MS = 60_000;
const RETRY_SECONDS = 5;

const KNOWN =
  'Without known phrases, a season or month with its year, and the names of you, your team and this product, too little is left of it.';
const ADVICE =
  'Take four or more words that do not belong together, or have a password manager make one. It must not hold your e-mail address, or stand in lists of common passwords.';

let pool: Piscina<PasswordToJudge, PasswordJudgement> | undefined;

/** The process's one thread for estimates, with 60 MB of dictionaries: it exists only while somebody chooses a password, and keeps no process alive. */
function threadOfProcess(): Piscina<PasswordToJudge, PasswordJudgement> {
  if (pool !== undefined) return pool;
  prepareThreads();
  pool = new Piscina({
    filename: new URL('./password-strength-worker.js', import.meta.url).href,
    name: 'judge',
    minThreads: 0,
    maxThreads: 1,
    maxQueue: WAITING_MAX,
    idleTimeout: IDLE_MS,
    // Nothing that the thread does needs a setting or a secret.
    env: {},
  });
  return pool;
}

/** Builds the check. It runs in a thread, since an estimate may take longer than a request may delay others. */
export function createPasswordStrength(): PasswordStrength {
  return {
    async require(password, email, field, names = []) {
      const thread = threadOfProcess();
      if (thread.queueSize >= WAITING_MAX) {
        throw new UnavailableError('Too many passwords are being chosen at once; try again.', RETRY_SECONDS);
      }
      const likely = [...new Set([...addressWords(email), ...names.flatMap(nameWords)])];
      const { isKnown, score, warning } = await thread.run({ password, likely });
      if (score >= SCORE_MIN) return;
      const reason = isKnown ? KNOWN : (warning ?? '');
      const message = ['The password is too easy to guess.', reason, ADVICE].filter(Boolean).join(' ');
      throw new BadRequestError(message, { details: [{ path: field, message }] });
    },
  };
}

/** Words of an address, which everybody knows. */
function addressWords(email: string): string[] {
  const [name = ''] = email.split('@', 1);
  return ['tripline', email, ...nameWords(name), ...wordsIn(email)];
}

/** A name, its words, and these joined. */
const nameWords = (name: string): string[] => [name, ...wordsIn(name), wordsIn(name).join('')].filter(Boolean);

const wordsIn = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
