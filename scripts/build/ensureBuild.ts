// Runs before the app starts from a build. If the build is missing, outdated or not for production, makes a new one. In a release
// without development packages, prints instructions instead and exits.
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

/**
 * Returns the reason why no build can be made.
 * @returns null if a build can be made
 */
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
