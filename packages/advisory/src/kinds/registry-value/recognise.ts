import { hasWordOf, listPattern, techniquesOfPlace } from '../../knowledge/word-pattern.js';
import type { RegistryValue, Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { trimEndOf } from '../../text/ends.js';
import { isOfCode } from '../../text/shape.js';
import { behaviourAt } from '../behaviour-at.js';
import type { Reading } from '../kind.js';
import { autorunOf, autorunValuesIn, isAutorun } from './autorun.js';
import { environmentVariables } from './environment-variable.js';
import { namedValues } from './named-value.js';
import { writtenData } from './written-data.js';

const PATH = listPattern(
  String.raw`(?<![\w\\]){registry-roots}(?: ?\([A-Z]+\))?:?\\{1,2}[^\s"'“”‘’\x60<>|,;()[\]]+(?: (?=[^\\\s]{1,24}\\)[^\s"'“”‘’\x60<>|,;()[\]]+| {after-blank-in-keys}(?=\\|\.?(?:$|[\s"'”’,;)]))){0,6}`,
  'g',
);
const CERTAINTY = 0.85;
/** The confidence of a key that was only read: no log shows it. */
const CERTAINTY_READ = 0.2;

/** Finds registry keys and values by their paths, and what an autorun key starts. */
export function recogniseRegistryValues(reading: Reading): readonly RegistryValue[] {
  return reading.outsideCommands(
    reading.told.flatMap((passage) => [
      ...valuesIn(passage),
      ...valuesByName(passage),
      ...autorunValues(passage),
      ...setVariables(passage),
    ]),
  );
}

function valuesByName(passage: Passage): readonly RegistryValue[] {
  return namedValues(passage).map(({ path, ...at }) => {
    const techniques = techniquesOfPlace('registry-techniques', path);
    return behaviourAt(passage, at, CERTAINTY, {
      kind: 'registry-value' as const,
      value: path,
      platforms: ['endpoint-sysmon'] as const,
      techniques: techniques.length > 0 ? techniques : ['T1112'],
    });
  });
}

/** Variables of the user's environment: each is a value of one key. */
function setVariables(passage: Passage): readonly RegistryValue[] {
  return environmentVariables(passage).map(({ path, ...at }) =>
    behaviourAt(passage, at, CERTAINTY, {
      kind: 'registry-value' as const,
      value: path,
      platforms: ['endpoint-sysmon'] as const,
      techniques: ['T1112'],
      isNamed: true as const,
    }),
  );
}

/** Values of an autorun key that is named without its path. */
function autorunValues(passage: Passage): readonly RegistryValue[] {
  return autorunValuesIn(passage).map(({ key, valueName, ...at }) =>
    behaviourAt(passage, at, CERTAINTY, {
      kind: 'registry-value' as const,
      value: key,
      platforms: ['endpoint-sysmon'] as const,
      techniques: ['T1547.001'],
      valueName,
    }),
  );
}

function valuesIn(passage: Passage): readonly RegistryValue[] {
  return [...passage.text.matchAll(PATH())].map((match) => {
    const written = trimEndOf(match[0], '.:');
    const at = { start: match.index, end: match.index + written.length };
    const key = written.replaceAll('\\\\', '\\');
    const holds = writtenData(passage, at);
    const before = isAutorun(key) ? undefined : nameBefore(passage, at);
    const name = holds?.name?.name ?? before?.name;
    const value = name === undefined ? key : `${key}\\${name}`;
    const techniques = techniquesOfPlace('registry-techniques', value);
    const place = { start: before?.start ?? at.start, end: at.end };
    return behaviourAt(passage, place, isOnlyRead(passage, at) ? CERTAINTY_READ : CERTAINTY, {
      ...(isSaidChanged(passage, at) ? { isSet: true as const } : {}),
      ...(before === undefined ? {} : { isNamed: true as const }),
      kind: 'registry-value' as const,
      value,
      platforms: ['endpoint-sysmon'] as const,
      techniques: techniques.length > 0 ? techniques : ['T1112'],
      ...autorunOf(passage, at, key),
      ...(holds === undefined ? {} : { holds }),
    });
  });
}

const NAME_BEFORE = listPattern(
  String.raw`\bvalues? ((?:named|called) )?(["“'‘\`]?)([A-Za-z][\w.-]{2,62})["”'’\`]?,? (?:(?:is|was|were) )?(?:\w+ed )?{before-registry-keys} (?:the )?(?:registry )?(?:key )?["“'‘\`]?$`,
);
/** How far before a key the name of its value may begin. */
const NAME_NEAR = 140;

/** The name of a value that stands before its key: "the value HeronLogon under HKCU\Environment", at its place in the passage. */
function nameBefore({ text }: Passage, at: Span): { readonly name: string; readonly start: number } | undefined {
  const from = Math.max(0, at.start - NAME_NEAR);
  const found = NAME_BEFORE().exec(text.slice(from, at.start));
  const [whole = '', introduced, quote = '', name = ''] = found ?? [];
  if (found === null || !(introduced !== undefined || quote !== '' || isOfCode(name))) return undefined;
  return { name, start: from + found.index + whole.indexOf(name, (introduced ?? '').length + 'value'.length) };
}

/** Whether the sentence around a key says that it was read and does not say that it was changed. */
function isOnlyRead(passage: Passage, at: Span): boolean {
  const sentence = sentenceAround(passage.text, at.start, at.end);
  const words = `${passage.text.slice(sentence.start, at.start)} ${passage.text.slice(at.end, sentence.end)}`;
  return hasWordOf('registry-read', words) && !hasWordOf('registry-changed', words);
}

/** Whether the sentence around a key says that it was made or changed. */
function isSaidChanged(passage: Passage, at: Span): boolean {
  const sentence = sentenceAround(passage.text, at.start, at.end);
  return hasWordOf('registry-changed', passage.text.slice(sentence.start, at.start));
}
