import { enableCompileCache } from 'node:module';
import path from 'node:path';

// What V8 has compiled is kept beside the build for the next start. Where nothing can be written, each start compiles for itself.
enableCompileCache(path.join(import.meta.dirname, 'compiled'));
const app = './server.mjs';
await import(app);
