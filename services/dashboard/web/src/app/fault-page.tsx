import { useRouteError } from 'react-router';
import { Button } from '../ui/button.js';

/** Where the page itself failed, or could not load its own parts after an upgrade. */
export function FaultPage() {
  const error = useRouteError();
  return (
    <main id="main" className="fault-page">
      <h1>This page has failed</h1>
      <p>{error instanceof Error ? error.message : 'No reason is known.'}</p>
      <p>What you saved is safe. Loading the page again helps when Tripline was upgraded meanwhile.</p>
      <Button onPress={() => location.reload()}>Load it again</Button>
    </main>
  );
}
