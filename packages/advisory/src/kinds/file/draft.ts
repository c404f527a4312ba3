import { isAboutMac, mentionsMac } from '../../attribute/host-system.js';
import type { RuleDraft } from '../../draft/rule-draft.js';
import type { Drafting } from '../kind.js';
import { linuxFileRule } from './draft-linux.js';
import { macFileRule } from './draft-mac.js';
import { windowsFileRule } from './draft-windows.js';

/** Rules on files of each system. Reports on macOS do not describe Linux: what stands in a folder of both is of macOS there. */
export function draftFiles({ doc, behaviours }: Drafting): readonly RuleDraft[] {
  const files = behaviours.filter((each) => each.kind === 'file');
  const isMac = isAboutMac(doc.text);
  return [
    windowsFileRule(files),
    isMac ? undefined : linuxFileRule(files),
    mentionsMac(doc.text)
      ? macFileRule(files.filter(({ system }) => system === 'macos' || (isMac && system === 'linux')))
      : undefined,
  ].filter((draft) => draft !== undefined);
}
