import { draftIdentityEvents } from './identity-event/draft.js';
import { recogniseIdentityEvents } from './identity-event/recognise.js';
import type { Kind } from './kind.js';
import { draftSideLoading } from './library/draft.js';
import { recogniseSideLoading } from './library/recognise.js';
import { draftTold } from './told/draft.js';
import { recogniseTold } from './told/recognise.js';

/** Every kind of evidence, in any order. */
export const KINDS: readonly Kind[] = [
  { recognise: recogniseIdentityEvents, draft: draftIdentityEvents },
  { recognise: recogniseSideLoading, draft: draftSideLoading },
  { recognise: recogniseTold, draft: draftTold },
];
