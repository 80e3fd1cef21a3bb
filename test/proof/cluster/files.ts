import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../support/freePort.ts';
import { giveAway } from './programs.ts';

/** The files of `deploy/cluster`, copied for loopback. */
export interface ClusterFiles {
  /** Returns the address on loopback that stands for an address of the files. */
  at(address: string): string;
  /** Writes a changed copy of a file for one machine. @returns the path of the copy */
  write(file: string, name: string, changes?: readonly Change[]): string;
}

type Change = readonly [from: string | RegExp, to: string];

/** Every address with a port in the files. */
const ADDRESSES = [
  ...['21', '22', '23'].flatMap(end => [`10.0.0.${end}:2379`, `10.0.0.${end}:2380`]),
  ...['11', '12'].flatMap(end => [`10.0.0.${end}:5432`, `10.0.0.${end}:8008`]),
  ...['31', '32', '33'].map(end => `10.0.0.${end}:3000`),
  '10.0.0.2:5432',
  '10.0.0.2:6432',
  '10.0.0.2:443',
];

/** Opens a folder for copies in which every address is a free port of 127.0.0.1. */
export async function openClusterFiles(folder: string): Promise<ClusterFiles> {
  const local = new Map<string, string>();
  const used = new Set<number>();
  for (const address of ADDRESSES) {
    let port = await freePort();
    while (used.has(port)) port = await freePort();
    used.add(port);
    local.set(address, `127.0.0.1:${port}`);
  }
  const at = (address: string): string => {
    const found = local.get(address);
    if (!found) throw new Error(`deploy/cluster has an address that the proof does not know: ${address}`);
    return found;
  };
  return {
    at,
    write(file, name, changes = []) {
      const changed = changes.reduce(
        (text, change) => replaced(file, text, change),
        readFileSync(`deploy/cluster/${file}`, 'utf8'),
      );
      const copy = path.join(folder, name);
      writeFileSync(copy, changed.replaceAll(/10\.0\.0\.\d+:\d+/g, at));
      giveAway(copy);
      return copy;
    },
  };
}

/** @throws Error if there is nothing to change, so that a changed file is noticed */
function replaced(file: string, text: string, [from, to]: Change): string {
  const changed = text.replaceAll(from, () => to);
  if (changed === text) throw new Error(`deploy/cluster/${file} has no ${from}`);
  return changed;
}

export const portOf = (address: string): string => address.split(':')[1] ?? '';
