// Traces of errors name files and lines as they were written. Said before the app is read, and not as an option of Node: the log
// would then look up its callers, and so read a map of all our lines at every start.
import { enableCompileCache, setSourceMapsSupport } from 'node:module';
import path from 'node:path';

setSourceMapsSupport(true);
// What V8 has compiled is kept beside the build for the next start. Where nothing can be written, each start compiles for itself.
enableCompileCache(path.join(import.meta.dirname, 'compiled'));
const app = './server.mjs';
await import(app);
