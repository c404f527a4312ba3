import type { Coverage } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/states.js';
import { ImportDiff } from './import-diff.js';

/** What an import would change, with what makes it so. `what` is what was read, as the subject of a sentence. */
export const ShownDiff = ({
  diff,
  what,
  pending,
  onApply,
}: {
  diff: Coverage['SiemImport'];
  what: string;
  pending: boolean;
  onApply: (digest: string) => void;
}) => (
  <>
    {diff.warnings.map(({ kind, text }) => (
      <Notice key={`${kind} ${text}`} kind="warn">
        {text}
      </Notice>
    ))}
    <ImportDiff diff={diff} />
    {diff.new_total + diff.changed_total + diff.gone_total === 0 ? (
      <Notice kind="info">{what} has the rules that are here already.</Notice>
    ) : (
      <div className="row">
        <Button kind="main" pending={pending} onPress={() => onApply(diff.digest)}>
          Make these changes
        </Button>
      </div>
    )}
  </>
);

/** What was changed, in a sentence. */
export const importedWords = ({ changed_total, gone_total, new_total }: Coverage['SiemImport']): string =>
  `Imported: ${new_total} new, ${changed_total} changed, ${gone_total} gone.`;
