// npm run prove:deploy: a journey through each proxy of deploy/ on loopback, and the image of the Dockerfile, built and run. What needs
// a tool that is not installed is not tried, and counts as not proven. The options are those of prove:operations.
import { DEPLOYMENTS } from '../../test/proof/deploy/deployments.ts';
import { runRehearsals } from './runRehearsals.ts';

await runRehearsals(DEPLOYMENTS);
