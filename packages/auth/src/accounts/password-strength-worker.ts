import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';
import { withoutKnownParts } from './known-parts.js';

/** A password to judge, and words that an attacker would try first. */
export interface PasswordToJudge {
  password: string;
  likely: readonly string[];
}

/** zxcvbn's judgement, of the password and of what is left of it without known parts: the worse of the two. */
export interface PasswordJudgement {
  /** 0 to 4: under 10^3, 10^6, 10^8, 10^10 guesses, and more. */
  score: number;
  /** Whether only known parts make it as long as it is. */
  isKnown: boolean;
  /** What makes it easy to guess, as one sentence; null when there is nothing particular. */
  warning: string | null;
}

/**
 * How many readings of signs as letters (p4ssw0rd) are tried. With zxcvbn's own 100 an estimate takes ten times as long: 750 ms for 64
 * characters.
 */
const SPELLINGS_MAX = 10;

const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
  l33tMaxSubstitutions: SPELLINGS_MAX,
});

/** Only this many characters are judged: the cost grows with the square of the length, and further characters make no password weaker. */
const JUDGED_LENGTH = 64;

/** Judges a password; runs in a thread of its own. */
export function judge({ password, likely }: PasswordToJudge): PasswordJudgement {
  const estimate = (text: string) => estimator.check(text.slice(0, JUDGED_LENGTH), [...likely]);
  const whole = estimate(password);
  const rest = withoutKnownParts(password, likely);
  const restScore = rest === password ? whole.score : estimate(rest).score;
  return { score: Math.min(whole.score, restScore), isKnown: restScore < whole.score, warning: whole.feedback.warning };
}
