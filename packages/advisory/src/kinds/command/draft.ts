import { isGuide } from '../../attribute/intrusion.js';
import type { RuleDraft } from '../../draft/rule-draft.js';
import type { Drafting } from '../kind.js';
import { draftLinuxCommands } from './linux.js';
import { draftMacCommands } from './mac.js';
import { draftQueryCommands } from './query-commands.js';
import { draftWindowsCommands } from './windows.js';

/** Rules on the command lines of a document, by the system they are for. */
export function draftCommands({ doc, behaviours }: Drafting): readonly RuleDraft[] {
  // What a guide or a product page shows is for its reader to type.
  if (isGuide(doc)) return [];
  return [
    ...draftWindowsCommands(doc, behaviours),
    ...draftQueryCommands(behaviours),
    ...draftLinuxCommands(doc, behaviours),
    ...draftMacCommands(doc, behaviours),
  ];
}
