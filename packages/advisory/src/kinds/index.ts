import { draftCloudOperations } from './cloud-operation/draft.js';
import { draftClusterRequests } from './cluster-request/draft.js';
import { draftCommands } from './command/draft.js';
import { draftCredentialFiles } from './credential-file/draft.js';
import { recogniseCredentialFiles } from './credential-file/recognise.js';
import { draftDescribedBehaviours } from './described-behaviour/draft.js';
import { recogniseDescribedBehaviours } from './described-behaviour/recognise.js';
import { draftFiles } from './file/draft.js';
import { recogniseFiles } from './file/recognise.js';
import { draftIdentityEvents } from './identity-event/draft.js';
import { recogniseIdentityEvents } from './identity-event/recognise.js';
import { draftIndicators } from './indicator/draft.js';
import type { Kind } from './kind.js';
import { draftSideLoading } from './library/draft.js';
import { draftLoadedLibraries, recogniseLoadedLibraries } from './library/loaded.js';
import { recogniseSideLoading } from './library/recognise.js';
import { recogniseLogEvents } from './log-event/recognise.js';
import { draftPipes } from './pipe/draft.js';
import { recognisePipes } from './pipe/recognise.js';
import { draftProcesses } from './process/draft.js';
import { recogniseProcesses } from './process/recognise.js';
import { draftProductEvents } from './product-event/draft.js';
import { recogniseProductEvents } from './product-event/recognise.js';
import { draftRegistryValues } from './registry-value/draft.js';
import { recogniseRegistryValues } from './registry-value/recognise.js';
import { draftScheduledTasks } from './scheduled-task/draft.js';
import { recogniseScheduledTasks } from './scheduled-task/recognise.js';
import { draftScriptText } from './script-text/draft.js';
import { recogniseScriptText } from './script-text/recognise.js';
import { draftServices } from './service/draft.js';
import { recogniseServices } from './service/recognise.js';
import { draftWebRequests } from './web-request/draft.js';
import { recogniseWebRequests } from './web-request/recognise.js';

/** Every kind of evidence; the order does not matter. */
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
  { recognise: recogniseCredentialFiles, draft: draftCredentialFiles },
  { recognise: recogniseFiles, draft: draftFiles },
  { recognise: recogniseLoadedLibraries, draft: draftLoadedLibraries },
  // Named events show which log a document is about; other kinds draft the rules.
  { recognise: recogniseLogEvents, draft: () => [] },
  { recognise: recognisePipes, draft: draftPipes },
  { recognise: recogniseRegistryValues, draft: draftRegistryValues },
  { recognise: recogniseScheduledTasks, draft: draftScheduledTasks },
  { recognise: recogniseServices, draft: draftServices },
  { recognise: recogniseIdentityEvents, draft: draftIdentityEvents },
  { recognise: recogniseSideLoading, draft: draftSideLoading },
  { recognise: recogniseProductEvents, draft: draftProductEvents },
  { recognise: recogniseDescribedBehaviours, draft: draftDescribedBehaviours },
  { recognise: recogniseWebRequests, draft: draftWebRequests },
  { draft: draftIndicators },
];
