import { useMutation } from '@tanstack/react-query';
import { download } from '../api/clients.js';
import type { ExportFormat } from '../rule/names.js';
import type { OwnerKind } from '../rule/rule-address.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import dialogStyles from '../ui/dialog.module.css';
import { ErrorNotice, QueryView } from '../ui/states.js';
import { type ExportOptions, useExportCheck } from './export-check.js';
import styles from './export-rules.module.css';
import { PRODUCTS } from './products.js';

/** Offers rules of one owner as what each product takes, and says before the download how many of them can be that and why others cannot. */
export function ExportRules({
  ruleKeys,
  owner,
  options,
  onClose,
}: {
  ruleKeys: readonly string[];
  owner: OwnerKind;
  options?: ExportOptions | undefined;
  onClose: () => void;
}) {
  const check = useExportCheck({ ruleKeys, owner, options });
  const take = useMutation({
    mutationFn: (format: ExportFormat) =>
      download('/v1/rules/export', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ruleKeys, format, bundle: true, owner, ...(options === undefined ? {} : { options }) }),
      }),
  });
  const title = ruleKeys.length === 1 ? 'Export this rule' : `Export ${ruleKeys.length.toLocaleString('en')} rules`;
  return (
    <Dialog title={title} isOpen onClose={onClose} wide>
      <div className="stack">
        <QueryView query={check}>
          {({ formats }) => (
            <ul className={styles.products}>
              {PRODUCTS.flatMap(({ format, product, file }) => {
                const found = formats.find((one) => one.format === format);
                return found === undefined
                  ? []
                  : [
                      <li key={format} className={styles.product} aria-label={product}>
                        <div className={styles.what}>
                          <strong>{product}</strong> <span className="dim">{file}</span>
                          <Can {...found} />
                        </div>
                        <Button
                          aria-label={`Download for ${product}`}
                          isDisabled={found.can === 0}
                          pending={take.isPending && take.variables === format}
                          onPress={() => take.mutate(format)}
                        >
                          Download
                        </Button>
                      </li>,
                    ];
              })}
            </ul>
          )}
        </QueryView>
        {take.error !== null && <ErrorNotice error={take.error} />}
        <div className={`row ${dialogStyles.dialogActions}`}>
          <Button onPress={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

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
