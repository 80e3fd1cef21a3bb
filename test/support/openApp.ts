import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findMisfit } from '../../scripts/build/builtFrom.ts';
import { type ComposedApp, compose } from '../../server/compose/compose.ts';
import type { RuntimeOptions } from '../../server/compose/composed.ts';
import { acceptUpgrades } from '../../server/compose/serve.ts';
import { type Config, readConfig } from '../../server/config/config.ts';

export interface RunningApp {
  app: ComposedApp;
  /** Base URL of the app, http://127.0.0.1:port. */
  origin: string;
  config: Config;
  close(): Promise<void>;
}

/**
 * Starts the real app in this process. It has simulated stations, the test payment provider, its own database and an accelerated
 * clock.
 */
export async function startApp({
  speed = 120,
  port: wanted = 0,
  env = {},
  ...runtimeOptions
}: {
  speed?: number;
  /** Port of the app, for tests that need it before the start. Default: any free port. */
  port?: number;
  env?: Record<string, string>;
} & Omit<Partial<RuntimeOptions>, 'outDir' | 'localesDir'> = {}): Promise<RunningApp> {
  const outDir = process.env.OUT_DIR ?? 'dist';
  // Only the bundle for the browser must have been built, because the server runs from its sources.
  const misfit = findMisfit({ outDir, mode: 'production', half: 'browser' });
  if (misfit) throw new Error(`${misfit}: run "npm run build" before these tests.`);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'house-'));
  const config = readConfig({
    ...{ DATA_DIR: dataDir, SIMULATOR_SPEED: String(speed), DEMO_HISTORY: 'off', LOG_LEVEL: 'silent' },
    ...env,
  });
  const app = await compose(config, {
    outDir: path.resolve(outDir),
    localesDir: path.resolve('locales'),
    ...runtimeOptions,
  });
  const server = app.handler.listen(wanted, '127.0.0.1');
  acceptUpgrades(server, app);
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    app,
    config,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export { until } from './until.ts';
