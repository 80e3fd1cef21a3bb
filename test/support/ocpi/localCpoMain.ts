import { listening, offerControl } from '../controlled.ts';
import { createLocalCpo } from './localCpo.ts';

// A CPO as a process of its own.

const { state, cpo, control } = createLocalCpo();
state.origin = await listening(cpo);
await offerControl(control, { origin: state.origin });
