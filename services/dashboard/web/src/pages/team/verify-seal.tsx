import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rules, rulesData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { ErrorNotice, Notice } from '../../ui/states.js';
import { Time } from '../../ui/time.js';

/** Checks the log against its seals, when somebody asks. */
export function VerifySeal() {
  const [asked, setAsked] = useState(false);
  const query = useQuery({
    queryKey: ['audit', 'seal'],
    queryFn: () => rulesData(rules.GET('/v1/team/audit/verify')),
    enabled: asked,
    staleTime: 0,
  });
  const check = (): void => {
    if (asked) void query.refetch();
    else setAsked(true);
  };
  return (
    <div className="stack">
      <div className="row">
        <Button pending={query.isFetching} onPress={check}>
          Verify integrity
        </Button>
      </div>
      {query.isError && <ErrorNotice error={query.error} />}
      {query.data !== undefined && (
        <Notice kind={query.data.intact ? 'good' : 'bad'}>
          <p>
            {query.data.intact
              ? `The log is intact: ${query.data.sealedEvents} sealed events agree with their seals. ${query.data.unsealedEvents} newer ones are not sealed yet: that takes a minute or two.`
              : 'The log and its seals do not agree:'}
          </p>
          {query.data.faults.length > 0 && (
            <ul>
              {query.data.faults.map(({ eventId, kind, minute, seal }) => (
                <li key={`${kind} ${seal} ${eventId}`}>
                  {kind.replaceAll('_', ' ')}
                  {seal !== null && `, seal ${seal}`}
                  {eventId !== null && `, event ${eventId}`}
                  {minute !== null && (
                    <>
                      , <Time at={minute} />
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
          {query.data.head !== null && (
            <p>
              End of the chain, to be kept elsewhere: position {query.data.head.position},{' '}
              <code>{query.data.head.hash}</code>
            </p>
          )}
        </Notice>
      )}
    </div>
  );
}
