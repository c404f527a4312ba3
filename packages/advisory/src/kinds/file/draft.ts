import { isAboutMac } from '../../attribute/host-system.js';
import type { RuleDraft } from '../../draft/rule-draft.js';
import type { Drafting } from '../kind.js';
import { linuxFileRule } from './draft-linux.js';
import { windowsFileRule } from './draft-windows.js';

/** Rules on files of Windows and of Linux. macOS has no auditd, and reports on macOS do not describe Linux. */
export function draftFiles({ doc, behaviours }: Drafting): readonly RuleDraft[] {
  const files = behaviours.filter((each) => each.kind === 'file');
  return [windowsFileRule(files), isAboutMac(doc.text) ? undefined : linuxFileRule(files)].filter(
    (draft) => draft !== undefined,
  );
}
