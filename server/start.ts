import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Code that V8 has compiled is stored beside the build for the next start. In a read-only folder each start compiles again.
enableCompileCache(path.join(import.meta.dirname, 'compiled'));
const app = './server.mjs';
await import(app);
