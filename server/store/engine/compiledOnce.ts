import type { CompiledQuery, QueryExecutorProvider, QueryResult } from 'kysely';
import type { Db } from './database.ts';
import { type Engine, engineOf } from './engine.ts';

/** Placeholder for one value of a query. `place` is the index of the value. */
class Given {
  readonly place: number;
  constructor(place: number) {
    this.place = place;
  }
}

/** Maximum number of cached queries. Each list length has its own query, so the cache would otherwise grow without limit. */
const MAX_CACHED_QUERIES = 50;

interface CachedQuery {
  query: CompiledQuery;
  /** Parameters of the compiled query: constants, or placeholders that each call replaces by its values. */
  parameters: readonly unknown[];
}

/**
 * Builds and compiles a query once and reuses it, because compiling takes longer than running most queries. `build` receives
 * placeholders, so it must not read the values. Values with other columns or another number of rows compile another query.
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

/**
 * Appends the values to `leaves`, in the order of their placeholders.
 * @returns the names and list lengths of the values as a cache key
 */
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
