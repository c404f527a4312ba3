import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';

/** A password to judge, and words that an attacker would try first. */
export interface PasswordToJudge {
  password: string;
  likely: readonly string[];
}

/** zxcvbn's judgement. */
export interface PasswordJudgement {
  /** 0 to 4: under 10^3, 10^6, 10^8, 10^10 guesses, and more. */
  score: number;
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

/** Judges a password; runs in a thread of its own. */
export function judge({ password, likely }: PasswordToJudge): PasswordJudgement {
  const { feedback, score } = estimator.check(password, [...likely]);
  return { score, warning: feedback.warning };
}
