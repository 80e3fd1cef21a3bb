import type { Engine } from '../../engine/engine.ts';

/** Column definition of an id that the database assigns and never reuses. */
export const NUMBERED_ID: Readonly<Record<Engine, string>> = {
  sqlite: 'id integer primary key autoincrement',
  postgres: 'id bigint primary key generated always as identity',
};
