import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as esbuild from 'esbuild';
import { asWritten } from './redactSecrets.ts';

const WRITTEN = `// A comment that no build keeps.
const fail = (what: string): never => {
  throw new Error(what);
};

export function order(): void {
  const lines = ['one', 'two'];
  fail(\`lost \${lines.length}\`);
}
`;

let folder: string;
let built: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'as-written-'));
  writeFileSync(path.join(folder, 'order.ts'), WRITTEN);
  writeFileSync(path.join(folder, 'main.ts'), "export const before = [1, 2, 3];\nexport { order } from './order.ts';\n");
  await esbuild.build({
    absWorkingDir: folder,
    entryPoints: ['main.ts'],
    outdir: path.join(folder, 'dist'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    minifyWhitespace: true,
    sourcemap: 'external',
  });
  built = path.join(folder, 'dist/main.mjs');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs in a separate process, because Jest would change the paths in the stack trace. */
function traceOf(file: string): string {
  const script = `import { order } from ${JSON.stringify(file)}; try { order(); } catch ({ stack }) { console.log(stack); }`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

it('names the lines as they were written', () => {
  const trace = traceOf(built);
  expect(trace).toContain('main.mjs:1:');
  expect(asWritten(trace)).toContain('fail (order.ts:3:9)');
  expect(asWritten(trace)).toContain('order (order.ts:8:3)');
  expect(asWritten(trace)).not.toContain('main.mjs');
  // The positions are cached by now, so the source map is not needed again.
  rmSync(`${built}.map`);
  expect(asWritten(trace)).toContain('fail (order.ts:3:9)');
});

it('leaves what it does not know', () => {
  for (const trace of [
    'at file:///nowhere/dist/server.mjs:1:2',
    'at Object.<anonymous> (server/main.ts:1:2)',
    'at node:internal/process/task_queues:103:5',
  ])
    expect(asWritten(trace)).toBe(trace);
});

it('is told as it is where the map cannot be read', () => {
  const half = path.join(folder, 'half.mjs');
  writeFileSync(`${half}.map`, '{"sources":["a');
  for (const place of [`file://${half}:1:2`, 'file://elsewhere/main.mjs:1:2']) {
    const trace = `Error: lost\n    at order (${place})`;
    expect(asWritten(trace)).toBe(trace);
  }
});
