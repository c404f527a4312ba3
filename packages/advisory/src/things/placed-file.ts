import { hostSystem } from '../attribute/host-system.js';
import { isStandIn } from '../draft/stand-in.js';
import { isActorsFile } from '../kinds/indicator/file-names.js';
import type { FoundThing, Span } from '../model.js';
import { passageAt, sentenceAround } from '../segment/passage.js';
import { isStockProgram } from '../segment/programs.js';
import { isExe } from '../text/ends.js';
import { hasAny } from '../text/shape.js';
import { countOfLeading } from '../text/sorted.js';
import { folderOfFile } from './folder-of-file.js';
import type { FolderPlace } from './folder-place.js';
import { type FolderList, folderLists } from './listed-folders.js';
import type { Page } from './page.js';
import { isStartedThen } from './started-file.js';

const SHORTEST = 6;
/** How many characters may stand in an entry before its name: a bullet, a quotation mark. */
const BEFORE_NAME = 4;

/**
 * Finds files that a text says were put into a folder that it names apart from them: "drops marsh.dll into the System32 folder", "marsh.exe in
 * the folder C:\\ProgramData\\Fen", "drops fen.dll. The file is placed in C:\\Fen", a list of names below "in C:\\Fen:", a row with name and
 * folder. The folder makes a short or common name telling.
 */
export function findPlacedFiles(page: Page): readonly FoundThing[] {
  if (hostSystem(page.doc.text) !== 'windows') return [];
  const listed = inLists(folderLists(page.doc));
  return page.indicators.flatMap((indicator): readonly FoundThing[] => {
    const { type, value, spans } = indicator;
    if (type !== 'file-name' || value.length < SHORTEST || isStandIn(value)) return [];
    const [first] = spans.flatMap((span) => {
      if (passageAt(page.doc, span.start)?.block.type === 'code') return [];
      const folder = folderOfFile(page.doc.text, span) ?? listed(span);
      return folder === undefined ? [] : [{ span, folder }];
    });
    if (first === undefined) return [];
    // In a folder of its own a common name tells enough, in one of the system only the intruder's does.
    const { value: folder, isEverybodys } = first.folder;
    const isOwn = hasAny(folder, '\\') && isEverybodys !== true && !isStockProgram(value);
    if (!isOwn && !isActorsFile(page.doc, indicator)) return [];
    const beside = [directory(first.folder)];
    const dropped: FoundThing = { thing: 'file-name', value, deed: 'dropped', spans: [first.span], beside };
    if (!isExe(value) || !isStartedThere(page.doc.text, first.folder)) return [dropped];
    return [dropped, { ...dropped, thing: 'process', deed: 'executed', seenIn: 'windows/process-creation' }];
  });
}

/** Whether the sentence goes on behind a folder to say that the file in it was run. */
function isStartedThere(text: string, { start, end }: Span): boolean {
  return isStartedThen(text.slice(end, sentenceAround(text, start, end).end));
}

function directory({ value, start, end }: FolderPlace): FoundThing {
  return { thing: 'directory', value, spans: [{ start, end }] };
}

/** Says of a name's place which folder the list it begins an entry of names. */
function inLists(lists: readonly FolderList[]): (span: Span) => FolderPlace | undefined {
  return ({ start }) => {
    const list = lists[countOfLeading(lists, (each) => each.start <= start) - 1];
    return list !== undefined && start < list.end && start - list.start <= BEFORE_NAME ? list.folder : undefined;
  };
}
