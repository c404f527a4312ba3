import { useMutation } from '@tanstack/react-query';
import { done, rules } from '../../../api/clients.js';
import { ConfirmButton } from '../../../ui/dialog.js';
import { say } from '../../../ui/toast.js';

/** Deletes a generation after asking; its rules stay. */
export function DeleteGeneration({ id, title, onDeleted }: { id: string; title: string; onDeleted?: () => void }) {
  const removal = useMutation({
    mutationFn: () => done(rules.DELETE('/v1/generations/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      say('The generation is deleted. Its rules stay.');
      onDeleted?.();
    },
  });
  return (
    <ConfirmButton
      kind="quiet"
      label="Delete"
      name={`Delete ${title || 'the generation'}`}
      title="Delete this generation?"
      confirm="Delete generation"
      work={() => removal.mutateAsync()}
    >
      “{title || 'Without a title'}”: its text and what was found in it are deleted for good. Its rules stay in the
      library.
    </ConfirmButton>
  );
}
