import { openCutProxy } from '../proof/money/cutProxy.ts';
import { startPostgres } from './postgres.ts';
import type { Followed } from './postgresStandby.ts';

/** A PostgreSQL with a standby that confirms each commit, behind one address that leads to whichever of them is the primary. */
export interface FailingOver {
  /** The database behind that address. */
  url: string;
  /**
   * The primary is lost, the standby becomes the primary, the address leads there, and another standby follows. `isSilent`: the
   * machine is lost, too, and its connections hear nothing any more. Resolves with milliseconds until the address led there.
   */
  failOver(request?: { isSilent?: boolean }): Promise<number>;
  close(): Promise<void>;
}

export async function openFailingOver(): Promise<FailingOver> {
  const first = await startPostgres({ isDurable: true });
  const open: Followed[] = [first];
  let primaryUrl = await first.createDatabase();
  const { host } = new URL(primaryUrl);
  let [primary, standby] = [first as Followed, await first.openStandby()];
  open.push(standby);
  await primary.waitForStandby();
  let isThere = true;
  const proxy = await openCutProxy(() => (isThere ? `http://${new URL(primaryUrl).host}` : ''));
  return {
    url: primaryUrl.replace(host, proxy.host),
    async failOver({ isSilent = false } = {}) {
      const began = performance.now();
      isThere = false;
      if (isSilent) proxy.watchdog();
      await primary.kill();
      await standby.promote();
      primaryUrl = standby.urlOf(primaryUrl);
      isThere = true;
      const tookMs = performance.now() - began;
      primary = standby;
      standby = await standby.openStandby();
      open.push(standby);
      await primary.waitForStandby();
      return tookMs;
    },
    async close() {
      proxy.close();
      for (const server of open.reverse()) await server.close();
    },
  };
}
