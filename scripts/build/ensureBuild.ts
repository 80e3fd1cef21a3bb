// Before an app is started from its build: the build must be there, be for production, and be made from these sources.
// Where it is not, it is made; a release without development packages is told what to do.
import { findMisfit, hasSources } from './builtFrom.ts';

const outDir = process.env.OUT_DIR ?? 'dist';
const misfit = findMisfit({ outDir, mode: 'production' });

function hasBuilder() {
  try {
    return import.meta.resolve('esbuild') !== '';
  } catch {
    return false;
  }
}

/** Why no build can be made here, and what to do; null: it can. */
function hindrance() {
  if (!hasSources()) return 'and no sources to make one are here: copy the folder of a build';
  return hasBuilder()
    ? null
    : 'and the packages that make one are missing: run "npm ci && npm run build" before "npm ci --omit=dev"';
}

if (misfit) {
  const refusal = hindrance();
  if (refusal) {
    console.error(`${misfit}, ${refusal}.`);
    process.exit(1);
  }
  console.error(`${misfit}: building a new one.`);
  process.env.NODE_ENV = 'production';
  await import('../../esbuild.config.mjs');
}
