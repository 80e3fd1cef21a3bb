import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LogLine, startProcess } from '../../../test/support/builtApp.ts';
import { shopWith } from '../../../test/support/manyPoints.ts';
import { cpuMs } from '../parts/served.ts';

/** Processes of the build that share a database and sell the same points. */
export interface AppCluster {
  origins: readonly string[];
  /** Everything they have logged. */
  lines: readonly LogLine[];
  /** Milliseconds of processor time that all of them have used. */
  cpuMs(): number;
  close(): Promise<void>;
}

interface AppClusterOptions {
  /** Settings beside the usual ones: a process for each. */
  processes: readonly Readonly<Record<string, string>>[];
  databaseUrl: string;
  points: number;
  /** How many times faster the clock runs. */
  speed: number;
}

const STATUS_TOKEN = 'a token for the status';

export async function openAppCluster({ processes, databaseUrl, points, speed }: AppClusterOptions): Promise<AppCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-scale-'));
  const shop = shopWith(points);
  const lines: LogLine[] = [];
  const usual = {
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    OPERATOR_DATA: shop.folder,
    SIMULATOR_SPEED: String(speed),
    SECRET: 'a secret of thirty-two characters',
    STATUS_TOKEN,
  };
  const open: Awaited<ReturnType<typeof startProcess>>[] = [];
  // One after the other: the first brings the schema.
  for (const env of processes) open.push(await startProcess({ bundle: 'dist/start.mjs', lines, env: { ...usual, ...env } }));
  return {
    origins: open.map(({ port }) => `http://127.0.0.1:${port}`),
    lines,
    cpuMs: () => open.reduce((sum, { child, port }) => sum + cpuMs({ child, port, pid: child.pid ?? 0 }), 0),
    async close() {
      for (const { child } of open) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await ended;
      }
      shop.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
