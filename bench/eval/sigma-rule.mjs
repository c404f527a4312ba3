// A generated rule parsed for measuring, independently of the engine's own Sigma parser: every value, and the condition as a small tree.

import { loadAll } from 'js-yaml';

/** A rule's detection, or the fault that makes it unusable. */
export function readRule(yaml) {
  const rule = { faults: [], document: {}, selections: {}, conditions: [] };
  try {
    const documents = loadAll(yaml).filter((each) => each !== null && each !== undefined);
    const document = documents.find((each) => typeof each === 'object' && 'detection' in each) ?? documents[0];
    if (typeof document !== 'object') throw new Error('no mapping');
    rule.document = document;
    const { condition, timeframe: _, ...selections } = document.detection ?? {};
    rule.selections = selections;
    if (typeof document.title !== 'string' || document.title.trim() === '') rule.faults.push('title missing');
    if (!['category', 'product', 'service'].some((key) => document.logsource?.[key]))
      rule.faults.push('logsource missing');
    if (Object.keys(selections).length === 0) rule.faults.push('no selection');
    const texts = Array.isArray(condition) ? condition : condition === undefined ? [] : [condition];
    if (texts.length === 0) rule.faults.push('condition missing');
    rule.conditions = texts.map((text) => parseCondition(String(text), Object.keys(selections)));
  } catch (error) {
    rule.faults.push(error.message.split('\n')[0]);
  }
  return rule;
}

/** `[field, modifiers, value]` of every value; with `filters` false, without those of selections that are only used under `not`. */
export function valuesOf(rule, filters = true) {
  const negated = filters ? new Set() : negatedOf(rule);
  return Object.entries(rule.selections).flatMap(([name, block]) =>
    negated.has(name)
      ? []
      : [...itemsOf(block)].flatMap(([field, modifiers, values]) =>
          values
            .filter((value) => value !== null && value !== undefined)
            .map((value) => [field, modifiers, String(value)]),
        ),
  );
}

function* itemsOf(block) {
  if (Array.isArray(block)) {
    const bare = block.filter((part) => part === null || typeof part !== 'object');
    if (bare.length > 0) yield [undefined, [], bare];
    for (const part of block) if (part !== null && typeof part === 'object') yield* itemsOf(part);
  } else if (block !== null && typeof block === 'object') {
    for (const [key, value] of Object.entries(block)) {
      const [field, ...modifiers] = key.split('|');
      yield [field || undefined, modifiers, Array.isArray(value) ? value : [value]];
    }
  } else if (block !== null && block !== undefined) yield [undefined, [], [block]];
}

function negatedOf(rule) {
  const sides = { true: new Set(), false: new Set() };
  const walk = (tree, under) => {
    if (tree.kind === 'ref') sides[under].add(tree.name);
    else for (const child of tree.of) walk(child, under || tree.kind === 'not');
  };
  for (const tree of rule.conditions) walk(tree, false);
  return new Set([...sides.true].filter((name) => !sides.false.has(name)));
}

function parseCondition(text, names) {
  const tokens = (text.split('|')[0] ?? '').match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const peek = (ahead = 0) => tokens[at + ahead]?.toLowerCase();
  const joined = (word, kind, next) => () => {
    const of = [next()];
    while (peek() === word) {
      at += 1;
      of.push(next());
    }
    return of.length === 1 ? of[0] : { kind, of };
  };
  const inverse = () => {
    if (peek() !== 'not') return atom();
    at += 1;
    return { kind: 'not', of: [inverse()] };
  };
  const either = joined('or', 'or', joined('and', 'and', inverse));
  const atom = () => {
    const word = peek();
    if (word === undefined) throw new Error('condition ends too early');
    at += 1;
    if (word === '(') {
      const tree = either();
      if (peek() !== ')') throw new Error('parenthesis not closed');
      at += 1;
      return tree;
    }
    if (['1', 'any', 'all'].includes(word) && peek() === 'of') {
      const pattern = tokens[at + 1] ?? '';
      at += 2;
      const chosen = names.filter((name) =>
        pattern.toLowerCase() === 'them' ? !name.startsWith('_') : wildcard(pattern).test(name),
      );
      if (chosen.length === 0) throw new Error(`no selection matches ${pattern}`);
      return { kind: word === 'all' ? 'and' : 'or', of: chosen.map((name) => ({ kind: 'ref', name })) };
    }
    const name = tokens[at - 1];
    if (!names.includes(name)) throw new Error(`unknown selection ${name}`);
    return { kind: 'ref', name };
  };
  const tree = either();
  if (at !== tokens.length) throw new Error(`unexpected ${tokens[at]}`);
  return tree;
}

/** A pattern with `*` for anything, as an expression for the whole of a text. */
export function wildcard(pattern) {
  return new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's');
}

/** Folds a rule: `item(field, modifiers, values)` gives the result of one detection item, the others combine results. */
export function evaluate(rule, { item, any, all, negate }) {
  const block = (part) => {
    if (Array.isArray(part)) {
      return any(
        part.map((each) => (each !== null && typeof each === 'object' ? block(each) : item(undefined, [], [each]))),
      );
    }
    if (part === null || typeof part !== 'object') return item(undefined, [], [part]);
    return all(
      Object.entries(part).map(([key, value]) => {
        const [field, ...modifiers] = key.split('|');
        return item(field || undefined, modifiers, Array.isArray(value) ? value : [value]);
      }),
    );
  };
  const known = new Map(Object.entries(rule.selections).map(([name, part]) => [name, block(part)]));
  const walk = (tree) => {
    if (tree.kind === 'ref') return known.get(tree.name);
    if (tree.kind === 'not') return negate(walk(tree.of[0]));
    return (tree.kind === 'and' ? all : any)(tree.of.map(walk));
  };
  return any(rule.conditions.map(walk));
}
