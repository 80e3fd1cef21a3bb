// npm run sbom -- <file>: writes a CycloneDX JSON file of the production packages, with version, licence and checksum. npm
// creates it from package-lock.json without network access.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Bom {
  specVersion: string;
  components: { name: string; version: string }[];
}
interface Package {
  version: string;
  dev?: boolean;
  optional?: boolean;
  devDependencies?: unknown;
}
interface Lock {
  packages: Record<string, Package>;
}

const target = process.argv[2] ?? 'sbom.json';
// Works on a copy without development dependencies, because `npm sbom --omit=dev` wrongly omits packages that are both production
// and development dependencies.
const folder = mkdtempSync(path.join(tmpdir(), 'sbom-'));
try {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const installed = Object.entries(lock.packages)
    .filter(([, { dev }]) => !dev)
    .map(([place, facts]) => [place, place === '' ? { ...facts, devDependencies: {} } : facts] as const);
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as object;
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies: {}, overrides: {} }));
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages: Object.fromEntries(installed) }));

  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const text = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  const bom = JSON.parse(text) as Bom;
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
  const missing = installed
    .filter(([place, { optional }]) => place !== '' && !optional)
    .map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`)
    .filter(name => !listed.has(name));
  if (missing.length > 0) throw new Error(`Not in the list: ${missing.join(', ')}`);
  writeFileSync(target, `${JSON.stringify(bom, null, 2)}\n`);
  console.log(`${target}: ${bom.components.length} components, CycloneDX ${bom.specVersion}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
