import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Rules } from '../../../api/clients.js';
import { Button, ButtonLink } from '../../../ui/button.js';
import { ErrorNotice, Notice } from '../../../ui/states.js';
import { type Asked, askedKey, generate } from '../generate-request.js';
import { generationKey } from '../generation-query.js';

/** Says that a report is not stored, and stores it all the same for who wants that. */
export function UnkeptNotice({ generation: { id, keptReason } }: { generation: Rules['Generation'] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const asked = client.getQueryData<Asked>(askedKey(id));
  const keep = async ({ input, options }: Asked): Promise<void> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const all = { onProgress: () => undefined, signal: new AbortController().signal };
      const stored = await generate(input, { ...options, keep: true }, all);
      client.setQueryData(generationKey(stored.id), stored);
      void client.invalidateQueries({ queryKey: ['generations'] });
      await navigate(`/reports/${stored.id}`, { replace: true });
    } catch (error) {
      setFailure(error);
    }
    setIsBusy(false);
  };
  return (
    <Notice kind="warn">
      <p>
        <strong>This report is not stored.</strong> It is gone when you leave or reload the page. {keptReason}
      </p>
      <div className="row">
        {asked === undefined ? (
          <ButtonLink to="/generate">Generate again</ButtonLink>
        ) : (
          <Button isDisabled={isBusy} onPress={() => void keep(asked)}>
            Store it all the same
          </Button>
        )}
      </div>
      {failure !== undefined && <ErrorNotice error={failure} />}
    </Notice>
  );
}
