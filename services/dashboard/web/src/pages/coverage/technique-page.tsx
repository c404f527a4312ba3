import { useState } from 'react';
import { useParams } from 'react-router';
import type { Coverage } from '../../api/clients.js';
import { writeRulesAddress } from '../../rule/gap-address.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Empty, QueryView } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from '../accounts/account-queries.js';
import { ExclusionForm } from '../accounts/exclusion-form.js';
import styles from './coverage.module.css';
import { GapCloses } from './gap-closes.js';
import { GapRules, useGap } from './gap-rules.js';
import { Detections } from './technique-detections.js';
import { Logs, Regions } from './technique-places.js';
import { useTechniques, useTechniqueVisibility } from './technique-queries.js';
import { isOpen, Standing } from './technique-standing.js';

/** One technique in one account: what notices it, where, and why not. */
export function Component() {
  const id = useAccountId();
  const techniqueId = useParams()['technique'] ?? '';
  const techniques = useTechniques(id);
  const name = techniques.data?.techniques.find((one) => one.technique_id === techniqueId)?.name;
  useTitle(name === undefined ? techniqueId : `${techniqueId} ${name}`);
  return (
    <QueryView query={techniques} lines={8}>
      {({ techniques: rows }) => {
        const technique = rows.find((one) => one.technique_id === techniqueId);
        return technique === undefined ? (
          <Empty title={`${techniqueId} is not counted here`}>
            Coverage is counted over the techniques that show in this cloud.
          </Empty>
        ) : (
          <Technique key={techniqueId} account={id} technique={technique} all={rows} />
        );
      }}
    </QueryView>
  );
}

function Technique({
  account,
  all,
  technique,
}: {
  account: string;
  technique: Coverage['TechniqueCoverage'];
  all: readonly Coverage['TechniqueCoverage'][];
}) {
  const [excluding, setExcluding] = useState(false);
  const visibility = useTechniqueVisibility(account, technique.technique_id);
  const gap = useGap(account, technique.technique_id);
  // State, logs and what is unknown come from this one answer.
  const seen = visibility.data ?? undefined;
  return (
    <div className="stack">
      <div className={styles.gapHead}>
        <h2>
          {technique.technique_id} {technique.name}
        </h2>
        <div className="row">
          <ButtonLink kind="main" to={writeRulesAddress(account, technique.technique_id, gap.data)}>
            Write rules
          </ButtonLink>
          <Button onPress={() => setExcluding(true)}>Leave it out</Button>
        </div>
      </div>
      <Standing account={account} all={all} isAsked={visibility.isPending} seen={seen} technique={technique} />
      {(gap.isPending ? isOpen(technique) : gap.data !== null) && (
        <>
          <h2>What closes it</h2>
          {/* Two ways to close it take about so much. */}
          <QueryView query={gap} lines={16}>
            {(found) => found !== null && <GapCloses account={account} gap={found} />}
          </QueryView>
          <h2>Rules written for this gap</h2>
          <QueryView query={gap} lines={2}>
            {(found) => found !== null && <GapRules gap={found} />}
          </QueryView>
        </>
      )}
      <h2>Detections</h2>
      <Detections account={account} technique={technique} />
      <h2>By region</h2>
      <Regions technique={technique} />
      <h2>Logs</h2>
      <QueryView query={visibility} lines={2}>
        {() => <Logs logs={seen?.logs ?? []} />}
      </QueryView>
      <Dialog title={`Leave ${technique.technique_id} out`} isOpen={excluding} onClose={() => setExcluding(false)}>
        <ExclusionForm account={account} technique={technique.technique_id} onDone={() => setExcluding(false)} />
      </Dialog>
    </div>
  );
}
