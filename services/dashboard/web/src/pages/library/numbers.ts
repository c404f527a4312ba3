/** A number as people write it: 5,066. */
export const number = (value: number): string => value.toLocaleString('en');

/** So many rules, in words. */
export const rulesInWords = (count: number): string => `${number(count)} ${count === 1 ? 'rule' : 'rules'}`;
