import { awsOperations, type CloudOperation as KnownOperation } from '@tripline/attack';
import { wordPairs, wordRows, wordSet } from '../../knowledge/load.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { hasWord, isCapital, isWordCharacter, placesOf } from '../../text/characters.js';
import { isSmall } from '../../text/shape.js';
import { only, skipBack } from '../../text/stretches.js';
import { mentionsOf } from '../planes.js';
import { NAME_WITH_HUMPS, type NamedOperation } from './named-operation.js';

const AWS_NAME =
  /(?<![\w.@/\\-])(?:([a-z][a-z0-9-]{1,24})(?:\.amazonaws\.com)?[:./\\]\s?)?([A-Z][a-z]{1,40}[A-Z0-9][A-Za-z0-9]{0,80}|[A-Z][a-z]{4,40})(?![\w-])/g;
const AWS_CLI =
  /\baws\s+(?:--?[\w-]{1,40}(?:[ =](?!-)[\w:./-]{1,200})?\s+){0,8}([a-z0-9-]{2,30})\s+([a-z][a-z0-9]*(?:-[a-z0-9]+)*)/g;

/**
 * Which names without their service are believed in a document about AWS: all of them, those that only AWS has, or those whose sentence,
 * paragraph or heading names AWS.
 */
export type Trust = 'all' | 'own-names' | 'beside';

/**
 * AWS operations that a passage names: as in CloudTrail (`CreateUser`, `iam:CreateUser`, `iam.amazonaws.com`), in the CLI (`aws iam
 * create-user`), or as an SDK call (`.create_user(`). `about` says that the document is about AWS.
 */
export function awsNames(passage: Passage, about: boolean, trust: Trust): readonly NamedOperation[] {
  const { text } = passage;
  return [...eventNames(passage, about, trust), ...cliCalls(text), ...(about ? sdkCalls(text) : [])];
}

/** Operations as CloudTrail writes them. */
function eventNames({ text, block }: Passage, about: boolean, trust: Trust): readonly NamedOperation[] {
  const isUnder = block.headings.some(namesAws);
  return [...text.matchAll(AWS_NAME)].flatMap((match) => {
    const [whole, prefix, name] = match as unknown as [string, string | undefined, string];
    const exact = awsOperations(name).filter((operation) => operation.name === name);
    if (exact.length === 0) return [];
    const start = match.index + whole.length - name.length;
    const place = { start, end: start + name.length };
    const prefixed = prefix === undefined ? undefined : ofService(exact, prefix);
    if (prefixed !== undefined) return [{ ...prefixed, ...place, certainty: CERTAIN }];
    const certainty = eventNameBefore(text, start)
      ? CERTAIN
      : isUnder
        ? sureness(name, about)
        : certaintyOf(text, start, name, about, trust);
    if (certainty === undefined) return [];
    return [{ ...(byNeighbour(exact, text, start) ?? (exact[0] as KnownOperation)), ...place, certainty }];
  });
}

const CERTAIN = 0.97;

const namesAws = (text: string): boolean => mentionsOf('aws', text) > 0;

/** How sure a name without its service is an operation; undefined where it is too ordinary a word. */
function sureness(name: string, about: boolean): number | undefined {
  const humps = only(name, isCapital).length;
  if (!about || humps < 2) return undefined;
  return humps > 2 ? 0.93 : 0.88;
}

/** The same where a name that others have too may be theirs. */
function certaintyOf(text: string, start: number, name: string, about: boolean, trust: Trust): number | undefined {
  const isCommon = wordSet('aws-common-names').has(name);
  const isDoubtful = trust === 'beside' || (trust === 'own-names' && isCommon);
  if (about && isDoubtful && !standsWithAws(text, start, name, trust)) return undefined;
  return sureness(name, about);
}

/**
 * Whether the words around a name say that it is AWS's: its sentence names AWS, or an operation that only AWS has; of a name that only AWS has, its
 * paragraph is enough.
 */
function standsWithAws(text: string, start: number, name: string, trust: Trust): boolean {
  if (trust === 'beside' && !wordSet('aws-common-names').has(name)) return namesAws(text);
  const { start: from, end } = sentenceAround(text, start, start + name.length);
  return namesAws(text.slice(from, end)) || (trust === 'own-names' && besideAnother(text, start, name));
}

/** Operations that commands of the CLI call. */
function cliCalls(text: string): readonly NamedOperation[] {
  return [...text.matchAll(AWS_CLI)].flatMap((match) => {
    const [whole, service, command] = match as unknown as [string, string, string];
    const start = match.index + whole.length - command.length;
    const names = service === 's3' ? s3Operations(command, text.slice(start)) : [command.replaceAll('-', '')];
    return names.flatMap((name) => {
      const operation = ofService(awsOperations(name), service);
      return operation === undefined ? [] : [{ ...operation, start, end: start + command.length, certainty: CERTAIN }];
    });
  });
}

/** Operations that a program calls through an SDK. */
function sdkCalls(text: string): readonly NamedOperation[] {
  return placesOf(text, '(').flatMap((end) => {
    const start = skipBack(text, end, isWordCharacter);
    const name = text.slice(start, end);
    const [first = '', ...others] = name.split('_');
    const isCalled = text[start - 1] === '.' && name === name.toLowerCase();
    if (!isCalled || !isSmall(first) || others.length === 0 || others.includes('')) return [];
    const operation = awsOperations(name.replaceAll('_', ''))[0];
    return operation === undefined ? [] : [{ ...operation, start, end, certainty: 0.85 }];
  });
}

/** Whether an operation that only AWS has is in the same sentence. A name that other systems have too then means AWS. */
function besideAnother(text: string, start: number, name: string): boolean {
  const sentence = sentenceAround(text, start, start + name.length);
  const names = text.slice(sentence.start, sentence.end).match(NAME_WITH_HUMPS) ?? [];
  return names.some(
    (other) => !wordSet('aws-common-names').has(other) && awsOperations(other).some((known) => known.name === other),
  );
}

/** `aws s3 ls` lists buckets; with a bucket's name it lists the objects in it. */
function s3Operations(command: string, from: string): readonly string[] {
  if (command !== 'ls') return [...(wordRows('aws-s3-commands').get(command) ?? [])];
  return [/^ls\s+(?:--?[\w-]{1,40}\s+){0,4}["']?s3:/.test(from) ? 'ListObjects' : 'ListBuckets'];
}

function ofService(operations: readonly KnownOperation[], service: string): KnownOperation | undefined {
  const source = `${wordPairs('aws-cli-sources').get(service) ?? service}.amazonaws.com`;
  return operations.find((operation) => operation.source === source);
}

/** Whether `eventName`, a quotation mark or `action` stands right before the name, which makes it an operation. */
function eventNameBefore(text: string, start: number): boolean {
  return /event[ _]?name["']?\s*(?:[:=]|is|of|in)?\s*[("'[]*$/i.test(text.slice(Math.max(0, start - 24), start));
}

/** The service that the words around an ambiguous name mention. */
function byNeighbour(operations: readonly KnownOperation[], text: string, start: number): KnownOperation | undefined {
  if (operations.length < 2) return undefined;
  const around = text.slice(Math.max(0, start - 200), start + 200).toLowerCase();
  return operations.find(({ source }) => {
    const service = source.slice(0, source.indexOf('.'));
    return around.includes(source) || hasWord(around, service);
  });
}
