/** Where a report is, with one of its rules open. */
export const reportAddress = (id: string, ruleKey?: string): string =>
  `/generations/${id}${ruleKey === undefined ? '' : `?rule=${ruleKey}`}`;
