import type { Known } from '@tripline/client/typed-client';
import type { Coverage } from '../../api/clients.js';
import { entryFor } from '../../api/open-list.js';
import { writeRulesAddress } from '../../rule/gap-address.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { Code } from '../../ui/code.js';
import { Tabs } from '../../ui/tabs.js';
import styles from './coverage.module.css';

type Gap = Coverage['Gap'];
type Close = Gap['closes'][number];
type Form = Close['artefacts'][number]['form'];

const FORMS: Readonly<Record<Known<Form>, { readonly name: string; readonly extension: string }>> = {
  cli: { name: 'AWS CLI', extension: 'sh' },
  cloudformation: { name: 'CloudFormation', extension: 'template.json' },
  terraform: { name: 'Terraform', extension: 'tf.json' },
};

const formOf = (form: Form) => entryFor(FORMS, form) ?? { name: form, extension: 'txt' };

/** What closes a gap, the cheapest first, with what is run or applied for it. */
export const GapCloses = ({ account, gap }: { account: string; gap: Gap }) =>
  gap.closes.length === 0 ? (
    <p>Nothing that we know closes it in the account, and no rule can be written: {gap.generate_reason}</p>
  ) : (
    <ol className={styles.gapCloses} aria-label="What closes this gap">
      {gap.closes.map((close, index) => (
        <li key={`${close.title} ${close.regions.join()}`} className="card stack">
          <div>
            <h3>{close.title}</h3>
            <div className="row">
              <Badge kind={close.cost === 'charged' ? 'warn' : 'good'}>
                {close.cost === 'charged' ? 'the cloud charges for it' : 'no cost at the cloud'}
              </Badge>
              {close.regions.length > 0 && <span className="dim">in {close.regions.join(', ')}</span>}
            </div>
          </div>
          {close.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {close.artefacts.length > 0 && <Artefacts close={close} stem={`${gap.technique_id}-${index + 1}`} />}
          {close.kind === 'rule' && (
            <div className="row">
              <ButtonLink to={writeRulesAddress(account, gap.technique_id, gap)}>Write rules for this gap</ButtonLink>
            </div>
          )}
        </li>
      ))}
    </ol>
  );

const Artefacts = ({ close, stem }: { close: Close; stem: string }) => (
  <Tabs
    label={`${close.title}: ways to do it`}
    tabs={close.artefacts.map(({ form, text }) => ({
      id: form,
      label: formOf(form).name,
      panel: (
        <Code
          text={text}
          what={`${close.title} by ${formOf(form).name}`}
          fileName={`${stem}.${formOf(form).extension}`}
          {...(form === 'cli' ? {} : { grammar: 'json' as const })}
        />
      ),
    }))}
  />
);
