// An object store in a process of its own, which checks every signature and keeps what it is given in memory.
import { startObjectStore } from '../../../test/support/objectStore.ts';

const { place } = await startObjectStore();
process.on('disconnect', () => process.exit());
process.send?.(place);
