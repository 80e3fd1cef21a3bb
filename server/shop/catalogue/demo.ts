import { DEMO_SCRIPTS, type DemoPoint, type DemoScript } from '../../../shared/charging/demo.ts';
import type { Db } from '../../store/engine/database.ts';
import { listClients, listPoints } from '../../store/shop/catalogue.ts';

/** Maps the EVSE ID of a charging point to the script of the driver that the demo simulates there. */
export interface DemoShop {
  scripts: Readonly<Record<string, { script: DemoScript }>>;
}

/** Lists the charging points of the demo in the order of `DEMO_SCRIPTS`, which begins with the everyday cases. */
export async function demoPoints(db: Db, { scripts }: DemoShop): Promise<DemoPoint[]> {
  const clients = new Map((await listClients(db, { isCurrent: true })).map(client => [client.id, client.name]));
  const points = (await listPoints(db, { only: Object.keys(scripts) })).map(({ clientId, evseId, street, city, country }) => {
    const clientName = clients.get(clientId);
    const script = scripts[evseId]?.script;
    return clientName !== undefined && script ? { clientId, clientName, evseId, street, city, country, script } : null;
  });
  const rank = ({ script }: DemoPoint) => DEMO_SCRIPTS.indexOf(script);
  return points.filter(point => point !== null).sort((a, b) => rank(a) - rank(b));
}
