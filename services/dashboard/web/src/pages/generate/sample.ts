import type { Rules } from '../../api/clients.js';

/** What the sample advisory is called. */
export const SAMPLE_TITLE = 'Slate Otter: a sample advisory';

/** Whether a report is of the sample, which was made up. */
export const isSample = ({ inputType, title }: Rules['Generation']['source']): boolean =>
  inputType === 'text' && title === SAMPLE_TITLE;
