/** Where a report is, with one of its rules open. */
export const reportAddress = (id: string, ruleKey?: string): string =>
  `/reports/${id}${ruleKey === undefined ? '' : `?rule=${ruleKey}`}`;
