import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../../api/api-error.js';
import type { Rules } from '../../../api/clients.js';
import { TechniqueName } from '../../../attack/technique-name.js';
import { ButtonLink } from '../../../ui/button.js';
import { NotFoundPage } from '../../../ui/not-found-page.js';
import { Page } from '../../../ui/page.js';
import { ErrorNotice, Loading } from '../../../ui/states.js';
import { Time } from '../../../ui/time.js';
import { useDocument, useGeneration } from '../generation-query.js';
import { isSample } from '../sample.js';
import { DeleteGeneration } from './delete-generation.js';
import { GenerationView } from './generation-view.js';
import { RetitleGeneration } from './retitle-generation.js';
import { SampleNotice } from './sample-notice.js';
import { sourceName } from './source-name.js';
import { UnkeptNotice } from './unkept-notice.js';

/** One generation: the advisory's text with what was found in it, and its rules beside it. */
export function Component() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const generation = useGeneration(id);
  // A technique, own rules and queries have no text that places point into.
  const isRead = generation.data?.kept === true && ['url', 'text', 'file'].includes(generation.data.source.inputType);
  const text = useDocument(id, isRead);
  const { data, error } = generation;
  if (data === undefined && error instanceof ApiError && [400, 404].includes(error.status)) return <NotFoundPage />;
  if (data === undefined)
    return (
      <Page title="Report">
        {error === null ? (
          <Loading lines={10} />
        ) : (
          <ErrorNotice error={error} retry={() => void generation.refetch()} />
        )}
      </Page>
    );
  const { source } = data;
  return (
    <Page
      title={source.title || 'Without a title'}
      about={<About source={source} gap={data.gap} tlp={data.tlp} />}
      actions={
        <>
          <ButtonLink to="/generate">Generate from another</ButtonLink>
          {data.kept && (
            <>
              <RetitleGeneration id={id} title={source.title} />
              <DeleteGeneration id={id} title={source.title} onDeleted={() => void navigate('/reports')} />
            </>
          )}
        </>
      }
    >
      {!data.kept && <UnkeptNotice generation={data} />}
      {isSample(source) && <SampleNotice />}
      {isRead && text.isPending ? (
        <Loading lines={12} />
      ) : (
        <GenerationView generation={data} document={text.data} textError={isRead ? text.error : null} />
      )}
    </Page>
  );
}

const About = ({ gap, source, tlp }: Pick<Rules['Generation'], 'gap' | 'source' | 'tlp'>) => {
  const { fetchedAt, inputType, publishedAt, url } = source;
  return (
    <>
      {inputType === 'url' && url !== undefined && /^https?:/.test(url) ? (
        <a href={url} target="_blank" rel="noreferrer">
          {sourceName(source)}
        </a>
      ) : (
        sourceName(source)
      )}
      , read <Time at={fetchedAt} />
      {publishedAt !== undefined && (
        <>
          , published <Time at={publishedAt} />
        </>
      )}
      {tlp !== null && `, TLP:${tlp.toUpperCase()}`}
      {gap !== undefined && (
        <>
          , for the gap{' '}
          <TechniqueName id={gap.techniqueId} to={`/coverage/${gap.accountId}/techniques/${gap.techniqueId}`} />
        </>
      )}
    </>
  );
};
