import type { QueryLeaf, QueryNode } from '../query/query-tree.js';
import { leavesOf } from './evidence.js';
import type { NativeField, NativeFields } from './native-fields.js';

/**
 * The parts of a conjunction without those that say that an account has no domain, where others test its name: that is then the whole account. `accounts`
 * has Sigma's fields of them.
 */
export function withoutDomains(
  parts: readonly QueryNode[],
  natives: NativeFields,
): { readonly children: readonly QueryNode[]; readonly accounts: ReadonlySet<string> } {
  const partOf = ({ field }: QueryLeaf, form: string): string | undefined => {
    const native = field === undefined ? undefined : natives.find(field);
    return native?.form === form ? native.field : undefined;
  };
  const missing = (part: QueryNode): string | undefined =>
    part.kind === 'test' && isAbsence(part) ? partOf(part, 'account-0') : undefined;
  const bare = new Set(parts.flatMap((part) => missing(part) ?? []));
  if (bare.size === 0) return { children: parts, accounts: bare };
  const named = new Set(parts.flatMap(leavesOf).flatMap((leaf) => partOf(leaf, 'account-1') ?? []));
  const accounts = new Set([...bare].filter((field) => named.has(field)));
  return { children: parts.filter((part) => !accounts.has(missing(part) ?? '')), accounts };
}

const isAbsence = ({ test }: QueryLeaf): boolean => test.op === 'null' || (test.op === 'exists' && !test.value);

/** A field with an account's name, which is the whole account where that has no domain. */
export function asBare(native: NativeField, bare: ReadonlySet<string>): NativeField {
  return native.form === 'account-1' && bare.has(native.field) ? { ...native, form: 'value' } : native;
}
