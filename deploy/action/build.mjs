// Installs what the command line needs and builds it, in the checkout that this action lies in.
import { bootstrap } from '../../scripts/lib/bootstrap.mjs';

await bootstrap({ projects: ['packages/cli'] });
