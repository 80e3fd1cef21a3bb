import type { Engine } from '../../engine/engine.ts';

/** A number that the engine assigns and never assigns again. */
export const NUMBERED_ID: Readonly<Record<Engine, string>> = {
  sqlite: 'id integer primary key autoincrement',
  postgres: 'id bigint primary key generated always as identity',
};
