import { openCutProxy } from '../proof/money/cutProxy.ts';
import { startPostgres } from './postgres.ts';
import type { Followed } from './postgresStandby.ts';

/** A PostgreSQL primary with a synchronous standby. One address, that of a proxy, always leads to the current primary. */
export interface FailingOver {
  /** Connection URL of the database through the proxy address. */
  url: string;
  /**
   * Kills the primary, promotes the standby, directs the proxy to it and starts a new standby. With `isSilent`, open connections
   * receive no reset, as if the machine of the primary had been lost.
   * @returns milliseconds from the kill until the proxy leads to the new primary
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
      if (isSilent) proxy.freeze();
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
