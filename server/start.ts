// Traces of errors name files and lines as they were written. Said before the app is read, and not as an option of Node: the log
// would then look up its callers, and so read a map of all our lines at every start.
import { setSourceMapsSupport } from 'node:module';

setSourceMapsSupport(true);
const app = './server.mjs';
await import(app);
