// `npm start` on a fresh clone builds once; a release has run `npm run build` and needs no development package.
import { existsSync } from 'node:fs';

if (!existsSync('dist/manifest.json') || !existsSync('dist/server.mjs')) await import('../esbuild.config.mjs');
