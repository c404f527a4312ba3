import { draftCloudOperations } from './cloud-operation/draft.js';
import { draftClusterRequests } from './cluster-request/draft.js';
import { draftCommands } from './command/draft.js';
import { draftIdentityEvents } from './identity-event/draft.js';
import { recogniseIdentityEvents } from './identity-event/recognise.js';
import { draftIndicators } from './indicator/draft.js';
import type { Kind } from './kind.js';
import { draftSideLoading } from './library/draft.js';
import { recogniseSideLoading } from './library/recognise.js';
import { draftProcesses } from './process/draft.js';
import { recogniseProcesses } from './process/recognise.js';
import { draftProductEvents } from './product-event/draft.js';
import { recogniseProductEvents } from './product-event/recognise.js';
import { draftScriptText } from './script-text/draft.js';
import { recogniseScriptText } from './script-text/recognise.js';
import { draftTold } from './told/draft.js';
import { recogniseTold } from './told/recognise.js';
import { draftWebRequests } from './web-request/draft.js';
import { recogniseWebRequests } from './web-request/recognise.js';

/** Every kind of evidence, in any order. */
export const KINDS: readonly Kind[] = [
  { recognise: (reading) => reading.commands, draft: draftCommands },
  { recognise: recogniseScriptText, draft: draftScriptText },
  { recognise: recogniseProcesses, draft: draftProcesses },
  {
    recognise: ({ operations }) => operations().filter(({ kind }) => kind === 'cloud-operation'),
    draft: draftCloudOperations,
  },
  {
    recognise: ({ operations }) => operations().filter(({ kind }) => kind === 'cluster-request'),
    draft: draftClusterRequests,
  },
  { recognise: recogniseIdentityEvents, draft: draftIdentityEvents },
  { recognise: recogniseSideLoading, draft: draftSideLoading },
  { recognise: recogniseProductEvents, draft: draftProductEvents },
  { recognise: recogniseTold, draft: draftTold },
  { recognise: recogniseWebRequests, draft: draftWebRequests },
  { draft: draftIndicators },
];
