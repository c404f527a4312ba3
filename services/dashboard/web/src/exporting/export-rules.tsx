import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { download, type Rules } from '../api/clients.js';
import { mineFirst, useMySiems } from '../siems/my-siems.js';
import { exportQuery, useSettings } from '../siems/settings.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import dialogStyles from '../ui/dialog.module.css';
import { ErrorNotice, Notice, QueryView } from '../ui/states.js';
import { exportOptions, optionsOfQuery, useExportCheck } from './export-check.js';
import styles from './export-rules.module.css';
import { FormChoices } from './form-choices.js';
import { backendOf, type ExportFormat } from './forms.js';
import { PRODUCTS } from './products.js';

/** Offers rules of one owner as what each product takes, first those that are one's own, with the settings of the page and one's own data. It says before the download how many of them can be that and why others cannot. */
export function ExportRules({
  ruleKeys,
  owner,
  onClose,
}: {
  ruleKeys: readonly string[];
  owner: Rules['RuleRow']['owner'];
  onClose: () => void;
}) {
  const [settings, change] = useSettings();
  const { siems } = useMySiems();
  const [isMore, setMore] = useState(false);
  const { mine, others } = mineFirst(siems, PRODUCTS, ({ format }) => backendOf(format));
  const shown = [...mine, ...(isMore ? others : [])];
  const check = useExportCheck({ ruleKeys, owner, options: optionsOfQuery(exportQuery(settings, undefined)) });
  const take = useDownload(ruleKeys, owner, settings);
  const title = ruleKeys.length === 1 ? 'Export this rule' : `Export ${ruleKeys.length.toLocaleString('en')} rules`;
  return (
    <Dialog title={title} isOpen onClose={onClose} wide>
      <div className="stack">
        <QueryView query={check}>
          {({ formats }) => (
            <ul className={styles.products}>
              {shown.flatMap(({ format, product, file }) => {
                const found = formats.find((one) => one.format === format);
                return found === undefined
                  ? []
                  : [
                      <Product
                        key={format}
                        product={product}
                        file={file}
                        found={found}
                        pending={take.isPending && take.variables === format}
                        onTake={() => take.mutate(format)}
                      />,
                      // Beside what was pressed, which may be far from the end of the list.
                      take.isSuccess && take.variables === format && (
                        <li key={`${format} saved`}>
                          <Downloaded format={format} />
                        </li>
                      ),
                    ];
              })}
            </ul>
          )}
        </QueryView>
        {!isMore && others.length > 0 && (
          <div>
            <Button kind="quiet" onPress={() => setMore(true)}>
              More products
            </Button>
          </div>
        )}
        <FormChoices formats={shown.map(({ format }) => format)} settings={settings} onChange={change} several />
        {take.error !== null && <ErrorNotice error={take.error} />}
        <div className={`row ${dialogStyles.dialogActions}`}>
          <Button onPress={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** What to do with a file that was downloaded: only what the SIEM runs closes a gap. */
const Downloaded = ({ format }: { format: ExportFormat }) => (
  <Notice kind="good">
    <p>
      The file is saved. Install it in {PRODUCTS.find((one) => one.format === format)?.product ?? 'your SIEM'} and
      switch its rules on. Then say what runs there, so that Tripline knows which gaps are closed:{' '}
      <Link to="/siems">go to SIEMs</Link>.
    </p>
  </Notice>
);

/** Downloads the rules as what a product takes. */
const useDownload = (
  ruleKeys: readonly string[],
  owner: Rules['RuleRow']['owner'],
  settings: ReturnType<typeof useSettings>[0],
) =>
  useMutation({
    mutationFn: (format: ExportFormat) => {
      const options = exportOptions(settings, backendOf(format));
      return download('/v1/rules/export', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ruleKeys, format, bundle: true, owner, ...(options === undefined ? {} : { options }) }),
      });
    },
  });

/** A product, how many of the rules it can have, and the download. */
const Product = ({
  file,
  found,
  onTake,
  pending,
  product,
}: {
  product: string;
  file: string;
  found: Parameters<typeof Can>[0];
  pending: boolean;
  onTake: () => void;
}) => (
  <li className={styles.product} aria-label={product}>
    <div className={styles.what}>
      <strong>{product}</strong> <span className="dim">{file}</span>
      <Can {...found} />
    </div>
    <Button aria-label={`Download for ${product}`} isDisabled={found.can === 0} pending={pending} onPress={onTake}>
      Download
    </Button>
  </li>
);

/** "47 of 50 can; 3 cannot", and on a click which and why. */
function Can({
  can,
  of,
  cannot,
}: {
  can: number;
  of: number;
  cannot: readonly { readonly ruleKey: string; readonly title: string; readonly message: string }[];
}) {
  const number = (value: number) => value.toLocaleString('en');
  const one = of === 1;
  if (cannot.length === 0) return <div className="dim">{one ? 'Can be exported' : `All ${number(of)} can`}</div>;
  return (
    <details className={styles.why}>
      <summary>
        {one ? 'Cannot be exported: why' : `${number(can)} of ${number(of)} can; ${number(cannot.length)} cannot: why`}
      </summary>
      <ul>
        {cannot.map(({ ruleKey, title, message }) => (
          <li key={ruleKey}>
            {!one && <bdi>{title}</bdi>}
            {!one && ': '}
            <span className="wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
