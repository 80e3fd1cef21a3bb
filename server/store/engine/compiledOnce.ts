import type { CompiledQuery, QueryExecutorProvider, QueryResult } from 'kysely';
import type { Db } from './database.ts';
import { type Engine, engineOf } from './engine.ts';

/** Stands for the value at one place among those that a query is asked with. */
class Given {
  readonly place: number;
  constructor(place: number) {
    this.place = place;
  }
}

/** Lists can be of any length. */
const MAX_CACHED_QUERIES = 50;

interface CachedQuery {
  query: CompiledQuery;
  /** What a parameter is each time; or the place of the value it takes. */
  parameters: readonly unknown[];
}

/**
 * A query that is built and compiled once instead of each time, which takes longer than most queries run. What it is asked with
 * may hold objects and lists: `given` has their form, with a stand-in for each value, so `build` must not look at a value. Each
 * form (which columns, how many rows) is compiled by itself.
 */
export function compiledOnce<Values extends object, Output>(
  build: (db: Db, given: Values) => { compile(db: QueryExecutorProvider): CompiledQuery<Output> },
): (db: Db, values: Values) => Promise<QueryResult<Output>> {
  const cache: Readonly<Record<Engine, Map<string, CachedQuery>>> = { sqlite: new Map(), postgres: new Map() };
  return (db, values) => {
    const leaves: unknown[] = [];
    const form = readForm(values, leaves);
    const ofEngine = cache[engineOf(db)];
    let known = ofEngine.get(form);
    if (!known) {
      const query = build(db, standIns(values, { next: 0 }) as Values).compile(db);
      known = { query, parameters: query.parameters };
      if (ofEngine.size === MAX_CACHED_QUERIES) ofEngine.clear();
      ofEngine.set(form, known);
    }
    const parameters = known.parameters.map(parameter => (parameter instanceof Given ? leaves[parameter.place] : parameter));
    const query = { ...known.query, parameters } as CompiledQuery<Output>;
    return db.getExecutor().provideConnection(connection => connection.executeQuery<Output>(query));
  };
}

const hasParts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** Writes down the values, and answers where they stand. */
function readForm(values: object, leaves: unknown[]): string {
  let form = '';
  for (const [name, value] of Object.entries(values)) {
    if (hasParts(value)) form += `${name}(${readForm(value, leaves)})`;
    else {
      form += `${name},`;
      leaves.push(value);
    }
  }
  return form;
}

function standIns(values: unknown, count: { next: number }): unknown {
  if (!hasParts(values)) return new Given(count.next++);
  if (Array.isArray(values)) return values.map(value => standIns(value, count));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, standIns(value, count)]));
}
