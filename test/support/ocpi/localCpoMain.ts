import { listening, offerControl } from '../controlled.ts';
import { createLocalCpo } from './localCpo.ts';

// Entry file of a process with a simulated CPO.

const { state, cpo, control } = createLocalCpo();
state.origin = await listening(cpo);
await offerControl(control, { origin: state.origin });
