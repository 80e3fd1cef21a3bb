// @ts-check
const { accessSync, chmodSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } = require('node:fs');
const path = require('node:path');

const MEMORY = '/dev/shm';
const NAME = 'ad-hoc-charging-';
const NEEDED_BYTES = 2 * 1024 ** 3;

/** Returns true if the machine has a large folder in memory (tmpfs) from which programs can be executed. */
function isOffered() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find(line => line.split(' ')[1] === MEMORY);
    return bavail * bsize >= NEEDED_BYTES && mount !== undefined && !/\bnoexec\b/.test(mount);
  } catch {
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Sets the temporary folder of this process and its children to a folder in memory, if there is one. Tests open about a thousand
 * databases, whose writes would otherwise wait for the disk. The folder is removed on exit; folders of killed processes are
 * removed by the next run.
 */
function workInMemory() {
  if (process.env.TMPDIR || !isOffered()) return;
  for (const name of readdirSync(MEMORY).filter(left => left.startsWith(NAME)))
    if (!isAlive(Number(name.slice(NAME.length).split('-')[0])))
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
  const folder = mkdtempSync(path.join(MEMORY, `${NAME}${process.pid}-`));
  // PostgreSQL runs as another user and must be able to read the folder.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

module.exports = { workInMemory };
