import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorOf } from '../../api/api-error.js';
import { type Coverage, callWithToken } from '../../api/clients.js';
import { FileDrop } from '../../ui/file-drop.js';
import { ErrorNotice } from '../../ui/states.js';
import { say } from '../../ui/toast.js';
import { ClosedGaps, importing } from './closed-gaps.js';
import { importedWords, ShownDiff } from './shown-diff.js';
import { KINDS } from './words.js';

type Diff = Coverage['SiemImport'];

/** Where an export is dropped: what it changes is shown first, and made only when somebody says so. */
export function ImportSection({ siem }: { siem: Coverage['Siem'] }) {
  const [file, setFile] = useState<File>();
  const look = useMutation({ mutationFn: (chosen: File) => send(siem.id, chosen) });
  const apply = useMutation({
    mutationFn: ({ chosen, digest }: { chosen: File; digest: string }) =>
      importing(siem, () => send(siem.id, chosen, digest)),
    onSuccess: ({ diff: made }) => {
      setFile(undefined);
      look.reset();
      say(importedWords(made));
    },
  });
  const diff = look.data;
  return (
    <section className="card stack" aria-labelledby="import">
      <h2 id="import">Import</h2>
      <FileDrop
        label="Export of the SIEM"
        help={`${KINDS.find(({ value }) => value === siem.kind)?.file ?? ''} Up to 50 MB and 10,000 rules.`}
        file={file}
        onFile={(chosen) => {
          setFile(chosen);
          apply.reset();
          look.mutate(chosen);
        }}
      />
      {look.isPending && (
        <p role="status">
          <progress aria-label="Reading the export" /> Sending and reading {file?.name}…
        </p>
      )}
      {look.isError && <ErrorNotice error={look.error} />}
      {apply.isError && <ErrorNotice error={apply.error} />}
      {diff !== undefined && file !== undefined && !look.isPending && (
        <ShownDiff
          diff={diff}
          what="The file"
          pending={apply.isPending}
          onApply={(digest) => apply.mutate({ chosen: file, digest })}
        />
      )}
      {apply.data !== undefined && <ClosedGaps siem={siem} imported={apply.data} />}
    </section>
  );
}

/** Sends an export; with a digest exactly the difference that was shown is made. @throws ApiError */
async function send(id: string, file: File, digest?: string): Promise<Diff> {
  const query = new URLSearchParams({
    file: file.name,
    ...(digest === undefined ? {} : { apply: 'true', expect: digest }),
  });
  const url = new URL(`/api/v1/public/siems/${id}/import?${query}`, location.href);
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await callWithToken(new Request(url, { method: 'POST', headers, body: file }));
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOf(response, answer);
  return answer as Diff;
}
