import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, test } from '@jest/globals';
import { createGroups, type Groups } from './sqliteGroups.ts';

let folder: string;
let database: DatabaseSync;
let others: DatabaseSync;
let groups: Groups;
/** All statements that were run, in order. */
let ran: string[];
/**
 * Statements that must fail. 'alone': only the statement fails. 'rolls back': SQLite also rolls back the transaction, as on a
 * full disk.
 */
let faults: Map<string, 'alone' | 'rolls back'>;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'groups-'));
  const file = path.join(folder, 'house.sqlite');
  database = new DatabaseSync(file);
  database.exec('pragma journal_mode=wal; create table names (name text primary key)');
  others = new DatabaseSync(file);
  ran = [];
  faults = new Map();
  groups = createGroups({
    run(sql) {
      ran.push(sql);
      const fault = faults.get(sql);
      faults.delete(sql);
      if (fault === 'rolls back') database.exec('rollback');
      if (fault !== undefined) throw new Error('The disk is full');
      return { rows: database.prepare(sql).all() };
    },
    isInTransaction: () => database.isTransaction,
    failure: error => error,
    close: () => undefined,
  });
});
afterEach(() => {
  database.close();
  others.close();
  rmSync(folder, { recursive: true });
});

const NAMES = 'select name from names order by name';
/** Returns the names in the committed rows, as another process would read them. */
const committedNames = () =>
  others
    .prepare(NAMES)
    .all()
    .map(({ name }) => name);
const add = (name: string) => `insert into names values ('${name}')`;
const commits = () => ran.filter(sql => sql === 'commit').length;

/** Runs a transaction of several statements. Other work can run between them. */
async function transact(names: readonly string[], end: 'keep' | 'undo' = 'keep'): Promise<void> {
  const part = await groups.begin();
  try {
    for (const name of names) {
      part.run(add(name), []);
      await null;
    }
  } catch (error) {
    part.undo();
    throw error;
  }
  if (end === 'keep') await part.commit();
  else part.undo();
}
const how = (work: Promise<unknown>) =>
  work.then(
    () => 'kept',
    () => 'lost',
  );

describe('What is written in one turn of the event loop', () => {
  it('is committed at once, and answered when it has been', async () => {
    const answered: unknown[] = [];
    const note = () => void answered.push(committedNames());
    await Promise.all([
      transact(['a', 'b']).then(note),
      groups.write(add('c'), []).then(note),
      transact(['d']).then(note),
      groups.write(add('e'), []).then(note),
    ]);
    expect(answered).toEqual(Array.from({ length: 4 }, () => ['a', 'b', 'c', 'd', 'e']));
    expect(commits()).toBe(1);
    await transact(['f']);
    expect([committedNames().length, commits()]).toEqual([6, 2]);
  });

  test.each(['undo', 'a row twice'])('is kept without the parts that fail, whichever they are: %s', async why => {
    const failing = (name: string) => (why === 'undo' ? transact([name], 'undo') : transact([name, name]));
    const ends = [failing('x'), transact(['a']), failing('y'), groups.write(add('b'), []), failing('z'), transact(['c'])];
    expect((await Promise.all(ends.map(how))).filter(end => end === 'kept')).toHaveLength(why === 'undo' ? 6 : 3);
    expect(committedNames()).toEqual(['a', 'b', 'c']);
  });

  it('and is refused by the database, is no hindrance to others', async () => {
    await groups.write(add('a'), []);
    const ends = [groups.write(add('a'), []), groups.write(add('b'), []), transact(['c'])];
    expect(await Promise.all(ends.map(how))).toEqual(['lost', 'kept', 'kept']);
    expect(committedNames()).toEqual(['a', 'b', 'c']);
  });

  it('is read by nobody before it is kept', async () => {
    const writing = transact(['a']);
    const reading = groups.read(NAMES, []).then(({ rows }) => [rows.length, committedNames()]);
    expect(await reading).toEqual([1, ['a']]);
    await writing;
  });
});

describe('A commit that fails', () => {
  it('fails for all whose it is, and leaves nothing of them; what comes next is kept', async () => {
    faults.set('commit', 'alone');
    expect(await Promise.all([transact(['a']), groups.write(add('b'), []), transact(['c'])].map(how))).toEqual(
      Array.from({ length: 3 }, () => 'lost'),
    );
    expect(committedNames()).toEqual([]);
    await transact(['d']);
    expect(committedNames()).toEqual(['d']);
  });

  it('is asked again about by whoever has only read', async () => {
    faults.set('commit', 'alone');
    const writing = how(transact(['a']));
    expect((await groups.read(NAMES, [])).rows).toEqual([]);
    expect(await writing).toBe('lost');
  });
});

describe('A statement with which the database rolls everything back', () => {
  it.each([0, 1, 2])(
    'loses all that was to be committed with it, and nothing that comes later: the %s. of three',
    async place => {
      const names = ['a', 'b', 'c'];
      faults.set(add(names[place] ?? ''), 'rolls back');
      const ends = await Promise.all(names.map(name => how(transact([name]))));
      expect(ends).toEqual(names.map((_, index) => (index <= place ? 'lost' : 'kept')));
      expect(committedNames()).toEqual(names.slice(place + 1));
    },
  );

  it('takes in no further statement of its transaction', async () => {
    faults.set(add('a'), 'rolls back');
    const part = await groups.begin();
    expect(() => part.run(add('a'), [])).toThrow('full');
    expect(() => part.run(add('b'), [])).toThrow('rolled back');
    part.undo();
    expect(committedNames()).toEqual([]);
  });
});

it('Whoever waits for all to be settled does not wait for what was undone meanwhile', async () => {
  const part = await groups.begin();
  const settled = groups.settled().then(() => 'settled');
  part.undo();
  expect(await settled).toBe('settled');
});

it.each(['release part', 'rollback to part'])('Where %s fails, nothing of the group is kept', async statement => {
  const first = how(transact(['a']));
  const second = how(transact(['b'], statement === 'release part' ? 'keep' : 'undo'));
  faults.set(statement, 'alone');
  if (statement === 'release part') faults.set('rollback to part', 'alone');
  expect(await second).toBe('lost');
  expect(await first).toBe('lost');
  expect(committedNames()).toEqual([]);
  await transact(['c']);
  expect(committedNames()).toEqual(['c']);
});
