import { ButtonLink } from './button.js';

/** Where a tier has none of what a page is about: the way to what the others have, and whom to ask. */
export const ToPlan = () => <ButtonLink to="/settings/plan">What each tier allows</ButtonLink>;
