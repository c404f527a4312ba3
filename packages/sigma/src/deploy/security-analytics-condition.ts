import { isName, withUnderscores } from '../characters.js';
import type { Note } from '../convert/note.js';
import type { Condition, FieldTest } from '../model/condition.js';
import type { SigmaRule } from '../model/rule.js';
import { ConditionReader } from '../parse/condition.js';
import { joinConditions, negateCondition } from '../parse/tree.js';
import type { RuleObject, RuleValue } from '../write/rule-object.js';

/** Whether its grammar reads a text as a name, and no word of its own. */
const isAllowed = (text: string): boolean => isName(text) && !['and', 'or', 'not'].includes(text);

/**
 * The detection of a rule with names and conditions that Security Analytics reads whole. Its grammar has `and`, `or` and `not` in lower case
 * alone and names of few characters, and leaves out what follows a word that it does not know; `them` are all selections there, also those
 * that begin with `_`. So quantifiers are written out, and no `not` stands within another, which it would not turn around. Its older versions
 * read nothing of a selection that is a list of maps: each of these becomes a selection of its own.
 * @see https://github.com/opensearch-project/security-analytics (src/main/grammars/Condition.g4)
 */
export function readableDetection({ conditions, selections }: SigmaRule, detection: RuleObject): RuleObject {
  const parts = new Map([...selections.keys()].map((name) => [name, mapsIn(detection[name])]));
  const written = [...parts].flatMap(([name, maps]) => maps.map((_, index) => partName(name, maps, index)));
  const allowed = allowedNames(written);
  const leaves = [...parts].map(([name, maps]): [string, readonly string[]] => [
    name,
    maps.map((_, index) => allowed.get(partName(name, maps, index)) as string),
  ]);
  const texts = conditions.map(({ source }) => textOf(withoutNestedNot(treeOf(source, leaves))));
  const renamed = [...parts].flatMap(([name, maps]) =>
    maps.map((map, index) => [allowed.get(partName(name, maps, index)), map]),
  );
  return { ...Object.fromEntries(renamed), condition: texts.length === 1 ? texts[0] : texts };
}

/** The maps of a selection that is a list of several; of any other, itself. */
function mapsIn(selection: RuleValue | undefined): readonly (RuleValue | undefined)[] {
  const isMap = (item: RuleValue) => item !== null && typeof item === 'object' && !Array.isArray(item);
  return Array.isArray(selection) && selection.length > 0 && selection.every(isMap) ? selection : [selection];
}

/** A part's name, which no selection of the rule has; what it may not have becomes `_`. */
const partName = (name: string, maps: readonly unknown[], index: number): string =>
  maps.length === 1 ? name : `${name}\0${index + 1}`;

/** A name for each selection: its own, else one like it that no other selection has. */
function allowedNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names.filter(isAllowed));
  const allowed = names.map((name) => {
    if (isAllowed(name)) return [name, name] as const;
    const like = `${isName(name.charAt(0)) ? '' : '_'}${withUnderscores(name)}`;
    let other = isAllowed(like) ? like : `${like}_`;
    for (let at = 2; taken.has(other); at++) other = `${like}_${at}`;
    taken.add(other);
    return [name, other] as const;
  });
  return new Map(allowed);
}

/** A condition on names: its leaves stand for whole selections, or for any of their parts, whose allowed names are their fields. */
function treeOf(source: string, names: readonly (readonly [string, readonly string[]])[]): Condition {
  const leaves = names.map(([name, parts]): [string, Condition] => [
    name,
    joinConditions(
      'or',
      parts.map((part) => ({
        kind: 'field',
        field: part,
        join: 'any',
        tests: [],
        path: { selection: name, item: '' },
      })),
    ),
  ]);
  return new ConditionReader(source, { selections: new Map(leaves), size: { fields: 0, nodes: 0 } }).read();
}

/** The same condition with its negations on selections, or on what holds no other negation. */
function withoutNestedNot(tree: Condition): Condition {
  switch (tree.kind) {
    case 'and':
    case 'or':
      return joinConditions(tree.kind, tree.children.map(withoutNestedNot));
    case 'not':
      return holdsNot(tree.child) ? withoutNestedNot(negated(tree.child)) : tree;
    default:
      return tree;
  }
}

function holdsNot(tree: Condition): boolean {
  if (tree.kind === 'not') return true;
  return (tree.kind === 'and' || tree.kind === 'or') && tree.children.some(holdsNot);
}

/** The negation, one level further in. */
function negated(tree: Condition): Condition {
  if (tree.kind !== 'and' && tree.kind !== 'or') return negateCondition(tree);
  return joinConditions(tree.kind === 'and' ? 'or' : 'and', tree.children.map(negateCondition));
}

function textOf(tree: Condition): string {
  switch (tree.kind) {
    case 'and':
    case 'or':
      return tree.children.map(memberText).join(` ${tree.kind} `);
    case 'not':
      return `not ${memberText(tree.child)}`;
    case 'field':
      return tree.field;
    case 'keyword':
      throw new TypeError('a condition on names has no keywords');
  }
}

function memberText(tree: Condition): string {
  return tree.kind === 'and' || tree.kind === 'or' ? `(${textOf(tree)})` : textOf(tree);
}

/**
 * A note for each field that a rule negates: Security Analytics also asks that the field is there.
 * @see https://github.com/opensearch-project/security-analytics/pull/852
 */
export function negationNotes({ conditions }: SigmaRule): readonly Note[] {
  const notes = new Map<string, Note>();
  for (const { tree } of conditions) {
    for (const { field, path, tests } of negatedFields(tree, false)) {
      // A field that is not null is there.
      if (tests.every(({ op }) => op === 'null')) continue;
      const message = `Security Analytics asks of a negated test that its field is there: an event without ${field} is missed.`;
      if (!notes.has(field))
        notes.set(field, { code: 'narrowed_negation', message, part: `${path.selection}.${path.item}` });
    }
  }
  return [...notes.values()];
}

function negatedFields(tree: Condition, negated: boolean): readonly FieldTest[] {
  switch (tree.kind) {
    case 'and':
    case 'or':
      return tree.children.flatMap((child) => negatedFields(child, negated));
    case 'not':
      return negatedFields(tree.child, !negated);
    case 'field':
      return negated ? [tree] : [];
    case 'keyword':
      return [];
  }
}
