import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuiltApp, BuiltAppOptions } from '../builtApp.ts';
import { freePort } from '../freePort.ts';
import { operatorCommand } from '../operatorCommand.ts';
import { type LocalCpo, openLocalCpo } from './openLocalCpo.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SECRET = 'a secret of thirty-two characters';
export const STATUS_TOKEN = 'a token of thirty-two characters';

export interface OcpiShopOptions {
  cpo: LocalCpo;
  /** Options with which a test starts the built app. */
  options: BuiltAppOptions;
  /**
   * Connects the app to the CPO by an operator command that runs beside the app.
   * @returns the output of the command
   */
  connect(app: BuiltApp): Promise<string>;
  command(app: BuiltApp, ...words: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** A demo shop in which one brand offers the charging points of a CPO. The simulated CPO runs in a separate process. */
export async function openBuiltOcpiShop(stations: string): Promise<OcpiShopOptions> {
  const cpo = await openLocalCpo();
  const folder = mkdtempSync(path.join(tmpdir(), 'ocpi-shop-'));
  cpSync(path.join(ROOT, 'demo'), folder, { recursive: true });
  const file = path.join(folder, 'clients.json');
  const clients = JSON.parse(readFileSync(file, 'utf8')) as { id: string; parties: string[] }[];
  for (const { id, parties } of clients) if (id === 'blaufink') parties.push('DE*CPO');
  writeFileSync(file, JSON.stringify(clients));
  const port = await freePort();
  const env = {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    SECRET,
    STATUS_TOKEN,
    DEMO: '1',
    OPERATOR_DATA: folder,
    STATIONS: stations,
    OCPI_PARTY: 'DE*ABC',
    OCPI_PRIVATE_PEERS: '1',
  };
  const command: OcpiShopOptions['command'] = (app, ...words) => operatorCommand(app, { env, words: ['ocpi', ...words] });
  return {
    cpo,
    options: { speed: 1, env },
    async connect(app) {
      await cpo.invite('token-of-the-peer');
      return command(
        app,
        ...['connect', 'town', cpo.versionsUrl, 'token-of-the-peer', '--party', 'DE*CPO', '--who', 'Petra Lindqvist'],
      );
    },
    command,
    async close() {
      await cpo.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
