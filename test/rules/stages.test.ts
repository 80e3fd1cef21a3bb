import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { scriptedShop } from '../../scripts/try/stages.ts';

interface LocationFile {
  evses: readonly { evse_id: string; status: string }[];
}

const folder = scriptedShop();
afterAll(() => rmSync(folder, { recursive: true }));

const read = <T>(...names: string[]): T => JSON.parse(readFileSync(path.join(folder, ...names), 'utf8')) as T;

test.each(['BLF', 'FRW', 'CNB'])('a session can start at a point of each behaviour that the screenshots of %s need', party => {
  const files = readdirSync(path.join(folder, 'locations'));
  const evses = files.flatMap(file => read<LocationFile[]>('locations', file)).flatMap(location => location.evses);
  const usable = new Set(evses.filter(({ status }) => status === 'AVAILABLE').map(({ evse_id }) => evse_id));
  const stations = Object.entries(read<Record<string, { script: string }>>('stations.json'));
  const cast = stations
    .filter(([evseId]) => evseId.split('*')[1] === party && usable.has(evseId))
    .map(([, { script }]) => script);
  for (const script of ['never-plugs-in', 'connected', 'pauses', 'late-meter', 'refuses', 'plugs-in'])
    expect(cast).toContain(script);
});
