import { rules, rulesData } from '../../api/clients.js';
import { type Siem, useMySiemsQuery } from '../../siems/my-siems.js';
import { SiemsForm } from '../../siems/siems-form.js';
import { QueryView } from '../../ui/states.js';
import styles from './account.module.css';

const choose = (siems: Siem[]) => rulesData(rules.PUT('/v1/me/siems', { body: { siems } }));

/** Which SIEMs one has, and where their data is. */
export function SiemsSection() {
  const query = useMySiemsQuery();
  return (
    <section className={`card stack ${styles.accountForm}`} id="siems">
      <h2>My SIEMs and their data</h2>
      <p className="dim">Pages show their queries first, made for this data, and the others behind “More”.</p>
      <QueryView query={query} lines={4}>
        {({ from, own }) => (
          <SiemsForm
            key={JSON.stringify(own)}
            label="My SIEMs"
            help={from === 'team' ? 'None ticked: as your team has chosen.' : 'None ticked: all are shown alike.'}
            siems={own}
            save={choose}
          />
        )}
      </QueryView>
    </section>
  );
}
