import type { Call } from './player.ts';
import type { StationFacts } from './station.ts';
import type { Budget, Flight, Page, World } from './world.ts';

/**
 * Converts states of the model (`World`, see world.ts) to short texts and back. To save memory, parts that many states share are
 * replaced by numbers.
 */
export function createCode() {
  const pages = createTable<readonly Page[]>();
  const spent = createTable<World['spent']>();
  const station = createTable<StationFacts>();
  const flights = createTable<readonly Flight[]>();
  const ghosts = createTable<readonly Call[]>();
  const left = createTable<Budget>();
  return {
    write: (world: World): string =>
      [
        world.database,
        pages.idOf(world.pages),
        spent.idOf(world.spent),
        station.idOf(world.station),
        flights.idOf(world.flights),
        ghosts.idOf(world.ghosts),
        left.idOf(world.left),
      ].join(' '),
    read(key: string): World {
      const [database = 0, a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = key.split(' ').map(Number);
      return {
        database,
        pages: pages.get(a),
        spent: spent.get(b),
        station: station.get(c),
        flights: flights.get(d),
        ghosts: ghosts.get(e),
        left: left.get(f),
      };
    },
  };
}

function createTable<T extends object>() {
  const ids = new Map<string, number>();
  const seen = new WeakMap<object, number>();
  const values: T[] = [];
  return {
    idOf(value: T): number {
      const same = seen.get(value);
      if (same !== undefined) return same;
      const text = JSON.stringify(value);
      const id = ids.get(text) ?? values.push(value) - 1;
      ids.set(text, id);
      seen.set(value, id);
      return id;
    },
    get: (id: number): T => values[id] as T,
  };
}

export function createNames() {
  const ids = new Map<string, number>();
  const names: string[] = [];
  return {
    idOf(name: string): number {
      const id = ids.get(name) ?? names.push(name) - 1;
      ids.set(name, id);
      return id;
    },
    nameOf: (id: number): string => names[id] ?? '',
  };
}
