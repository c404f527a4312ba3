import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { coverage, done } from '../../api/clients.js';
import { ConfirmButton } from '../../ui/dialog.js';

/** What people decide about an account's coverage, and how it is asked whether to end one. */
const KINDS = {
  exclusions: { label: 'End', title: 'End this decision?' },
  overrides: { label: 'End the override', title: 'End this override?' },
} as const;

/** Ends a decision, once somebody has confirmed it; `children` say what follows from that. */
export function EndDecision({ kind, id, children }: { kind: keyof typeof KINDS; id: string; children: ReactNode }) {
  const end = useMutation({
    mutationFn: () => done(coverage.DELETE(`/${kind}/{id}`, { params: { path: { id } } })),
  });
  return (
    <ConfirmButton kind="quiet" {...KINDS[kind]} confirm="End it" work={() => end.mutateAsync()}>
      {children}
    </ConfirmButton>
  );
}
