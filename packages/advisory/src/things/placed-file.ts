import { hostSystem } from '../attribute/host-system.js';
import { isStandIn } from '../draft/stand-in.js';
import { isActorsFile } from '../kinds/indicator/file-names.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing, Span } from '../model.js';
import { passageAt, sentenceAround } from '../segment/passage.js';
import { isStockProgram } from '../segment/programs.js';
import { isExe, opensWith, trimEndOf, unquoted } from '../text/ends.js';
import { hasAny, splitAtBlanks } from '../text/shape.js';
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
  const system = hostSystem(page.doc.text);
  if (system === 'linux') return placedOnLinux(page);
  if (system !== 'windows') return [];
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

/** How many words stand between a word that leads to a folder and the folder at most: "in the hidden folder". */
const WORDS_TO_FOLDER = 4;

/** Files of Linux whose sentence leads from their name to the folder that they were put into: "drops fen.so to the /var/tmp directory". */
function placedOnLinux({ doc, indicators }: Page): readonly FoundThing[] {
  return indicators.flatMap((indicator): readonly FoundThing[] => {
    const { type, value, spans } = indicator;
    if (type !== 'file-name' || value.length < SHORTEST || !isActorsFile(doc, indicator)) return [];
    return spans.slice(0, 1).flatMap((span): readonly FoundThing[] => {
      const sentence = sentenceAround(doc.text, span.start, span.end);
      if (!hasWordOf('files-written', doc.text.slice(sentence.start, span.start))) return [];
      const [lead = '', ...words] = splitAtBlanks(doc.text.slice(span.end, sentence.end).trimStart());
      const at = words.slice(0, WORDS_TO_FOLDER).findIndex((word) => opensWith(unquoted(word), '/'));
      const folder = trimEndOf(unquoted(words[at] ?? ''), '/.,;:)');
      const isFolder = folder.lastIndexOf('/') > 0 && !folder.slice(folder.lastIndexOf('/')).includes('.', 2);
      if (!wordSet('leads-to-folder').has(lead) || !isFolder) return [];
      return [
        {
          thing: 'file-path',
          value: `${folder}/${value}`,
          deed: 'dropped',
          seenIn: 'linux/auditd',
          title: 'File Put Into A Folder',
          spans: [span],
        },
      ];
    });
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
