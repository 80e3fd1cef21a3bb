// npm run prove:operations: rehearses deployments and disasters with real processes and prints expected and actual results. With
// -- --only=NAME, one rehearsal. With --short, only the fast ones, for every change. With --broken, each rehearsal contains an
// injected fault and must find it. With --break-off=2, each rehearsal is aborted after two lines of output and must close its
// resources. The run fails if a rehearsal fails, an injected fault is not found, or a resource stays open.
import { REHEARSALS } from '../../test/proof/operations/rehearsals.ts';
import { runRehearsals } from './runRehearsals.ts';

await runRehearsals(REHEARSALS);
