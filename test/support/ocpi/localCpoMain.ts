import { listening, offerControl } from '../controlled.ts';
import { createLocalCpo } from './localCpo.ts';

// A CPO in a separate process.

const { state, cpo, control } = createLocalCpo();
state.origin = await listening(cpo);
await offerControl(control, { origin: state.origin });
