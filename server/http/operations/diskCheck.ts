import { MINUTE_MS } from '../../../shared/model/time.ts';
import type { Check } from './checks.ts';

/** Reads the statistics of the file system that contains a folder. */
export type ReadDisk = (folder: string) => Promise<{ bsize: number; blocks: number; bavail: number }>;

const MIB = 2 ** 20;
/**
 * If free space is below both values of LITTLE, the check reports a nearly full disk. Below either value of NONE it reports
 * "down", because writes are about to fail.
 */
const LITTLE = { ratio: 0.1, bytes: 2048 * MIB };
const NONE = { ratio: 0.005, bytes: 32 * MIB };

/** Checks the free disk space of the data folder. A database in that folder cannot write without free space. */
export function createDiskCheck({ folder, readDisk }: { folder: string; readDisk: ReadDisk }): Check {
  return {
    name: 'disk',
    ttlMs: MINUTE_MS / 6,
    async check() {
      const { bsize, blocks, bavail } = await readDisk(folder);
      const freeBytes = bsize * bavail;
      const ratio = blocks === 0 ? 0 : bavail / blocks;
      const facts = { freeBytes, freePercent: Math.round(ratio * 1000) / 10 };
      if (ratio < NONE.ratio || freeBytes < NONE.bytes) throw new DiskFull(facts.freePercent);
      return { ...facts, degraded: ratio < LITTLE.ratio && freeBytes < LITTLE.bytes ? 'nearly full' : null };
    },
  };
}

class DiskFull extends Error {
  override name = 'DiskFull';
  constructor(freePercent: number) {
    super(`${freePercent} % are free`);
  }
}
