import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuiltApp, BuiltAppOptions } from '../builtApp.ts';
import { freePort } from '../freePort.ts';
import { operatorCommand } from '../operatorCommand.ts';
import { openStations, type SimulatedStations, type StationToOpen } from './openStations.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A simulated station with one plug, and the EVSE id under which the app offers this plug. */
export type StationAt = Omit<StationToOpen, 'url' | 'password' | 'plugs' | 'evseIds'> & { evseId: string };

export interface OcppShopOptions {
  stations: SimulatedStations;
  /** Options with which a test starts the built app. */
  options: BuiltAppOptions;
  /**
   * Adds the stations by an operator command that runs beside the app. Connects each station with the password that the command
   * prints.
   */
  connect(app: BuiltApp): Promise<void>;
  command(app: BuiltApp, ...words: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** A demo shop in which some points belong to OCPP stations. The simulated stations run in a separate process, in real time. */
export async function openBuiltOcppShop(those: readonly StationAt[]): Promise<OcppShopOptions> {
  const stations = await openStations({ stations: [], startsAt: null });
  const folder = mkdtempSync(path.join(tmpdir(), 'ocpp-shop-'));
  cpSync(path.join(ROOT, 'demo'), folder, { recursive: true });
  const chargePoints = Object.fromEntries(those.map(({ id, evseId }) => [id, [evseId]]));
  writeFileSync(path.join(folder, 'chargePoints.json'), JSON.stringify(chargePoints));
  const port = await freePort();
  const env = {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    SECRET: 'a secret of thirty-two characters',
    DEMO: '1',
    OPERATOR_DATA: folder,
    STATIONS: 'simulator,ocpp',
  };
  const command: OcppShopOptions['command'] = (app, ...words) => operatorCommand(app, { env, words: ['station', ...words] });
  return {
    stations,
    options: { speed: 1, env },
    async connect(app) {
      for (const { evseId, ...station } of those) {
        const output = await command(app, 'add', station.id, '--who', 'Petra Lindqvist');
        const [, password, sold] = output.split('\n');
        if (password === undefined || sold !== `charging points: ${evseId}`)
          throw new Error(`${station.id} was not added: ${output}`);
        const url = `ws://127.0.0.1:${port}/ocpp`;
        await stations.add([{ ...station, url, password, plugs: 1, evseIds: [evseId] }]);
      }
    },
    command,
    async close() {
      await stations.end();
      await stations.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
