import { isGuide } from '../../attribute/intrusion.js';
import type { FileWritten } from '../../model.js';
import type { Reading } from '../kind.js';
import { captionedFiles } from './captioned.js';
import { filesWrittenBy, linuxFiles } from './linux.js';
import { macFiles } from './mac.js';
import { macLaunchFiles } from './mac-launch.js';
import { windowsFiles } from './windows.js';

/** Finds files that were written or changed on hosts, by what the text says or by the commands that write them. */
export function recogniseFiles(reading: Reading): readonly FileWritten[] {
  const passages = isGuide(reading.doc) ? [] : reading.told;
  const captioned = captionedFiles(passages);
  const told = passages.flatMap((passage) => [
    ...windowsFiles(passage, captioned.has(passage)),
    ...linuxFiles(passage, captioned.has(passage)),
    ...macFiles(passage),
    ...macLaunchFiles(passage),
  ]);
  return [...filesWrittenBy(reading.commands), ...reading.outsideCommands(told)];
}
