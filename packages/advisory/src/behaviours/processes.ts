import { confidenceAt, isCompared } from '../attribute/attribute.js';
import type { UntypedBehaviour } from '../model.js';
import { type Passage, sentenceAround } from '../segment/passage.js';
import { isTellingTool } from '../segment/programs.js';
import { behaviourAt } from './behaviour-at.js';
import { bystanders } from './bystanders.js';
import { isStockProgram } from './stock-programs.js';

const LINEAGE =
  /(?<![\w\\/.-])([\w-]{2,40}\.exe)["”’']?\s*(?:\([^)]{1,40}\)\s*)?(?:process\s+)?(?:(?:->|→|=>|➝|>)\s*|(?:spawn(?:s|ed|ing)?|launch(?:es|ed|ing)?|start(?:s|ed|ing)?|execut(?:es|ed|ing)|invok(?:es|ed|ing)|creat(?:es|ed|ing))\s+)(?:(?:a|an|the|child|process|new|instance|copy|of|another|processes|such|as|like|including)\s+){0,4}["“‘']?([\w-]{2,40}\.exe)(?!\w|-(?!>))/gi;
const PROGRAM = /(?<![\w.\\/-])([A-Za-z0-9][\w-]{2,40}\.exe)(?![\w.-])/g;
const TOOL = /(?<![\w.\\/@-])[A-Za-z][A-Za-z0-9]{2,18}(?:64)?(?:\.exe)?(?![\w@-]|\.\w)/g;
const RAN =
  /\b(?:execut|launch|ran|run|start|spawn|load|drop|deploy|install|us(?:e|ed|ing)\b|renam|creat|invok|download|beacon|inject|process)/i;
/** Programs that malware looks for or ends are its victim's. */
const LOOKED_FOR =
  /\b(?:terminat|kill|check(?:s|ed|ing)? (?:for|if|whether)|whether|block-?list|black-?list|look(?:s|ed|ing)? for|legitimate)/i;
/** Parents that start everything. */
const EVERYDAY_PARENTS =
  /^(?:explorer|cmd|powershell|svchost|services|userinit|winlogon|conhost|taskhostw|msiexec)\.exe$/i;

/** Finds processes told in prose: which program started which, and programs of the actor's own by name. */
export function findProcesses(passages: readonly Passage[]): readonly UntypedBehaviour[] {
  return passages.flatMap((passage) => {
    if (passage.block.type === 'code') return [];
    return [...lineages(passage), ...programs(passage), ...namedTools(passage)];
  });
}

function lineages(passage: Passage): readonly UntypedBehaviour[] {
  const found: UntypedBehaviour[] = [];
  for (const match of passage.text.matchAll(LINEAGE)) {
    const [whole, parent = '', child = ''] = match;
    if (EVERYDAY_PARENTS.test(parent) || parent.toLowerCase() === child.toLowerCase()) continue;
    const parentAt = match.index + whole.indexOf(parent);
    const childAt = match.index + whole.lastIndexOf(child);
    found.push({
      kind: 'process',
      value: `${parent} -> ${child}`,
      start: passage.start + match.index,
      end: passage.start + match.index + whole.length,
      platforms: ['endpoint-sysmon'],
      confidence: confidenceAt(passage, match.index, match.index + whole.length, 0.8),
      role: passage.block.role,
      details: {
        parent,
        child,
        parentAt: String(passage.start + parentAt),
        childAt: String(passage.start + childAt),
      },
      techniques: [],
    });
  }
  return found;
}

/** Attack tools and rarely used programs by name, with or without `.exe`. */
function namedTools(passage: Passage): readonly UntypedBehaviour[] {
  const found: UntypedBehaviour[] = [];
  for (const match of passage.text.matchAll(TOOL)) {
    const name = match[0].toLowerCase().replace(/\.exe$/, '');
    if (!isTellingTool(name) || (isStockProgram(name) && !/\.exe$/i.test(match[0]) && !isRareBuiltIn(name))) continue;
    const at = { start: match.index, end: match.index + match[0].length };
    if (isMerelyNamed(passage.text, at) || isCompared(passage, at)) continue;
    found.push(
      behaviourAt(passage, at, 0.65, {
        kind: 'process',
        value: name,
        platforms: ['endpoint-sysmon'],
        details: { telling: name },
        techniques: [],
      }),
    );
  }
  return found;
}

/** Tools that exist: what kind there is, what was published, what another resembles. */
const KINDS =
  /\b(?:toolkits?|tools?|projects?|frameworks?|utilities|programs|alternatives|implementations?)\b[^.;]{0,40}\b(?:such as|like|including|e\.g\.)[^.;]{0,80}$/i;
const PUBLISHED =
  /\b(?:(?:have|has) been (?:released|published|developed|written|created|open-?sourced)|(?:are|is) (?:available|popular|well[- ]known|public|maintained)|exist|(?:can|may|will) (?:also )?help)\b/i;
const USED =
  /\b(?:us(?:e|es|ed|ing)|ran|run(?:s|ning)?|deploy\w*|execut\w*|drop\w*|download\w*|leverag\w*|upload\w*|install\w*|launch\w*|transferr\w*|staged?|brought)\b/i;

/** Whether a tool's sentence says that it exists rather than that someone used it. */
function isMerelyNamed(text: string, at: { readonly start: number; readonly end: number }): boolean {
  const sentence = sentenceAround(text, at.start, at.end);
  const words = text.slice(sentence.start, sentence.end);
  return !USED.test(words) && PUBLISHED.test(words) && KINDS.test(text.slice(sentence.start, at.start));
}

function isRareBuiltIn(name: string): boolean {
  return /^(?:driverquery|odbcconf|appcmd)$/.test(name);
}

function programs(passage: Passage): readonly UntypedBehaviour[] {
  const found: UntypedBehaviour[] = [];
  const isBystander = bystanders(passage);
  for (const match of passage.text.matchAll(PROGRAM)) {
    const name = match[1] as string;
    if (isStockProgram(name) || isTellingTool(name.toLowerCase().replace(/\.exe$/, ''))) continue;
    const at = { start: match.index, end: match.index + name.length };
    if (isBystander(at.start)) continue;
    const sentence = sentenceAround(passage.text, at.start, at.end);
    const words = passage.text.slice(sentence.start, sentence.end);
    if (passage.block.role !== 'indicators' && (!RAN.test(words) || LOOKED_FOR.test(words))) continue;
    found.push(
      behaviourAt(passage, at, 0.6, {
        kind: 'process',
        value: name,
        platforms: ['endpoint-sysmon'],
        details: { program: name },
        techniques: [],
      }),
    );
  }
  return found;
}
