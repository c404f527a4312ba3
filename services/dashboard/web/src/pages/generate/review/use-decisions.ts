import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { type Rules, rules, rulesData } from '../../../api/clients.js';
import { useProfile } from '../../../api/profile.js';
import { useUnsaved } from '../../../drafts/unsaved.js';
import type { RejectionCode } from '../../../rule/decision.js';
import { expectNews } from '../../../rule/gap-news.js';
import type { RuleState } from '../../../rule/names.js';
import { ruleQueryKey } from '../../../rule/rule-query.js';
import { generationKey } from '../generation-query.js';
import type { ReportRule, Standing } from './standing.js';

/** A decision that is asked for. */
export interface Verdict {
  readonly state: RuleState;
  readonly reason?: { readonly code: RejectionCode; readonly words?: string };
}

/** A decision that could not be saved: the rule stands as before. */
export interface Failure {
  readonly verdict: Verdict;
  readonly error: unknown;
}

/** Decisions on the rules of a report. */
export interface Decisions {
  /** The report's rules as they stand, with what is on its way. */
  readonly rules: readonly ReportRule[];
  /** How many are on their way. */
  readonly pending: number;
  /** By the rules' keys. */
  readonly failures: ReadonlyMap<string, Failure>;
  readonly decide: (rule: ReportRule, verdict: Verdict) => void;
  /** Undoes what was decided here last, or here last about one rule. @returns the rule that stands as before; undefined where nothing was decided here */
  readonly undo: (key?: string) => ReportRule | undefined;
}

/** A call that came too soon is made again, at most so often. */
const MOST_TRIES = 4;
/** Nobody waits longer for it than this. */
const LONGEST_WAIT_SECONDS = 90;

/**
 * Shows decisions at once and saves them one after the other for each rule, different rules side by side. What cannot be saved is taken back, and
 * `onFailure` is told. Nothing else is asked for anew meanwhile: the rule's answer says all that has changed.
 */
export function useDecisions(
  generation: Rules['Generation'],
  onFailure: (rule: ReportRule, failure: Failure) => void,
): Decisions {
  const { data: profile } = useProfile();
  const [underWay, setUnderWay] = useState<ReadonlyMap<string, Standing>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const queues = useRef(new Map<string, Promise<void>>());
  const history = useRef<{ readonly key: string; readonly before: Standing }[]>([]);
  useUnsaved(underWay.size > 0, 'tab');

  const shown = useMemo(() => withStandings(generation.rules, underWay), [generation.rules, underWay]);

  const save = useSaving(generation);

  const set = useCallback(
    (rule: ReportRule, verdict: Verdict): void => {
      const { key } = rule;
      const standing = standingOf(verdict, { userId: profile?.id ?? '', email: profile?.email ?? null });
      setUnderWay((before) => new Map(before).set(key, standing));
      setFailures((before) => without(before, key));
      const work = (queues.current.get(key) ?? Promise.resolve()).then(async () => {
        try {
          await save(rule, verdict);
        } catch (error) {
          const failure = { verdict, error };
          setFailures((before) => new Map(before).set(key, failure));
          onFailure(rule, failure);
        }
        // A later decision on the same rule is still to come.
        setUnderWay((before) => (before.get(key) === standing ? without(before, key) : before));
      });
      queues.current.set(key, work);
    },
    [onFailure, profile, save],
  );

  const decide = useCallback(
    (rule: ReportRule, verdict: Verdict): void => {
      history.current.push({ key: rule.key, before: { state: rule.state, decision: rule.decision } });
      set(rule, verdict);
    },
    [set],
  );

  const undo = (key?: string): ReportRule | undefined => {
    const at = history.current.findLastIndex((step) => key === undefined || step.key === key);
    const [step] = at === -1 ? [] : history.current.splice(at, 1);
    const rule = shown.find((one) => one.key === step?.key);
    if (step === undefined || rule === undefined) return undefined;
    set(rule, verdictOf(step.before));
    return rule;
  };

  return { rules: shown, pending: underWay.size, failures, decide, undo };
}

/** The rules as they stand with what is on its way; the same list where nothing is. */
function withStandings(stored: readonly ReportRule[], underWay: ReadonlyMap<string, Standing>): readonly ReportRule[] {
  if (underWay.size === 0) return stored;
  return stored.map((rule) => {
    const standing = underWay.get(rule.key);
    return standing === undefined ? rule : { ...rule, ...standing };
  });
}

/** Saves a decision, and puts the answer into all that shows the rule. */
function useSaving(generation: Rules['Generation']): (rule: ReportRule, verdict: Verdict) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (rule: ReportRule, { reason, state }: Verdict): Promise<void> => {
      const answer = await patiently(() =>
        rulesData(
          rules.PATCH('/v1/rules/{key}', {
            params: { path: { key: rule.key }, query: { owner: rule.owner } },
            body: reason === undefined ? { state } : { state, reason },
          }),
        ),
      );
      expectNews(generation, [{ key: rule.key, state: answer.state }]);
      // An answer that was asked for before would bring the earlier state back.
      await client.cancelQueries({ queryKey: generationKey(generation.id), exact: true });
      await client.invalidateQueries({ refetchType: 'none' });
      client.setQueryData(ruleQueryKey(rule.owner, rule.key), answer);
      client.setQueryData(generationKey(generation.id), (kept: Rules['Generation'] | undefined) =>
        kept === undefined
          ? kept
          : {
              ...kept,
              rules: kept.rules.map((one) =>
                one.key === rule.key ? { ...one, state: answer.state, decision: answer.decision } : one,
              ),
            },
      );
    },
    [client, generation],
  );
}

/** How a rule stands by a decision that is made now. */
function standingOf({ reason, state }: Verdict, by: NonNullable<Standing['decision']>['by']): Standing {
  if (state === 'draft') return { state, decision: null };
  const why = reason === undefined ? null : { code: reason.code, words: reason.words ?? null };
  return { state, decision: { state, by, at: new Date().toISOString(), reason: why } };
}

/** The decision that makes a rule stand so again. */
function verdictOf({ decision, state }: Standing): Verdict {
  const why = decision?.reason ?? null;
  if (why === null) return { state };
  return { state, reason: { code: why.code, ...(why.words === null ? {} : { words: why.words }) } };
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!map.has(key)) return map;
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

/** Makes a call again that came too soon or met a busy service, once that says that it may. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const wait = error instanceof ApiError && [429, 503].includes(error.status) ? error.retryAfter : undefined;
      if (wait === undefined || wait > LONGEST_WAIT_SECONDS || tries === MOST_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  }
}
