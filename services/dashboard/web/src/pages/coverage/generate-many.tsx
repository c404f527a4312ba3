import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Coverage, rules, rulesData } from '../../api/clients.js';
import { expectNews } from '../../rule/gap-news.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/states.js';
import styles from './coverage.module.css';

type Gap = Coverage['Gap'];

/** What became of a gap for which rules were asked. */
interface Outcome {
  readonly technique: string;
  readonly report?: string;
  readonly ruleCount?: number;
  readonly error?: string;
}

/** Writes rules for each of the chosen gaps, one after the other, says how far it is, and lists what is now to be reviewed. */
export function GenerateMany({ gaps, onDone }: { gaps: readonly Gap[]; onDone: () => void }) {
  const { outcomes, run, total } = useGenerateMany(onDone);
  const running = total !== undefined && outcomes.length < total;
  const writable = gaps.filter(({ generate }) => generate !== null);
  if (gaps.length === 0 && total === undefined) return null;
  return (
    <div className="stack" role="status">
      {gaps.length > 0 && (
        <div className="row">
          <Button kind="main" pending={running} isDisabled={writable.length === 0} onPress={() => void run(writable)}>
            Generate rules for {writable.length} selected
          </Button>
          {writable.length < gaps.length && (
            <span className="dim">For {gaps.length - writable.length} of the selected no rule can be written.</span>
          )}
        </div>
      )}
      {total !== undefined && (
        <Notice kind={outcomes.some(({ error }) => error !== undefined) ? 'warn' : 'good'}>
          <p>
            {running
              ? `${outcomes.length} of ${total} gaps are done.`
              : `Rules for ${total} gaps were asked for. Review them:`}
          </p>
          <ul className={styles.plainList} aria-label="Reports to review">
            {outcomes.map((one) => (
              <li key={one.technique}>
                {one.report === undefined ? (
                  `${one.technique}: ${one.error}`
                ) : (
                  <Link to={`/reports/${one.report}`}>
                    {one.technique}: {one.ruleCount === 1 ? '1 rule' : `${one.ruleCount} rules`}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

/** One failure does not keep the others from being written; whoever leaves the page ends it after the one at work. */
function useGenerateMany(onDone: () => void) {
  const [total, setTotal] = useState<number>();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  const client = useQueryClient();
  const run = async (gaps: readonly Gap[]): Promise<void> => {
    setTotal(gaps.length);
    setOutcomes([]);
    for (const gap of gaps) {
      if (left.current) return;
      const outcome = await generate(gap);
      setOutcomes((before) => [...before, outcome]);
    }
    onDone();
    void client.invalidateQueries({ queryKey: ['gaps'] });
  };
  return { outcomes, run, total };
}

async function generate({ generate: body, technique_id: technique }: Gap): Promise<Outcome> {
  if (body === null) return { technique, error: 'no rule can be written' };
  try {
    const generation = await rulesData(rules.POST('/v1/generate', { body }));
    expectNews(generation);
    return { technique, report: generation.id, ruleCount: generation.rules.length };
  } catch (error) {
    return { technique, error: error instanceof Error ? error.message : String(error) };
  }
}
