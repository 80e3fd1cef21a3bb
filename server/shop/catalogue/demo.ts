import { DEMO_SCRIPTS, type DemoPoint, type DemoScript } from '../../../shared/charging/charging.ts';
import type { Db } from '../../store/engine/database.ts';
import { listClients, listPoints } from '../../store/shop/catalogue.ts';

/** Maps an EVSE ID to the script of the simulated driver there. */
export interface DemoShop {
  scripts: Readonly<Record<string, { script: DemoScript }>>;
}

/** The charge points of the demo shop, with the everyday cases first. */
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
