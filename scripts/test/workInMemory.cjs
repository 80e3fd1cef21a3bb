// @ts-check
const { accessSync, chmodSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } = require('node:fs');
const path = require('node:path');

const MEMORY = '/dev/shm';
const NAME = 'ad-hoc-charging-';
const NEEDED_BYTES = 2 * 1024 ** 3;

/** Whether this machine offers a large folder in memory from which programs may be started. */
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
 * Tests open some thousand databases, and each write would wait for the disk. Where it can be, the temporary folder of this
 * process and its children is in memory. It goes with this process; what a killed one has left goes with the next.
 */
function workInMemory() {
  if (process.env.TMPDIR || !isOffered()) return;
  for (const name of readdirSync(MEMORY).filter(left => left.startsWith(NAME)))
    if (!isAlive(Number(name.slice(NAME.length).split('-')[0])))
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
  const folder = mkdtempSync(path.join(MEMORY, `${NAME}${process.pid}-`));
  // PostgreSQL runs as another user, who has to get through.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

module.exports = { workInMemory };
