import { DEMO_SCRIPTS, type DemoPoint, type DemoScript } from '../../../shared/charging.ts';
import { findClient, listPoints } from '../store/catalogue.ts';
import type { Db } from '../store/store.ts';

/** EVSE ID → what the scripted driver there does. */
export interface DemoShop {
  scripts: Readonly<Record<string, { script: DemoScript }>>;
}

/** The demo shop's points, the everyday cases first. */
export async function demoPoints(db: Db, { scripts }: DemoShop): Promise<DemoPoint[]> {
  const points = await Promise.all(
    (await listPoints(db)).map(async ({ clientId, evseId, street, city, country }) => {
      const client = await findClient(db, clientId);
      const script = scripts[evseId]?.script;
      return client && script ? { clientId, clientName: client.name, evseId, street, city, country, script } : null;
    }),
  );
  const place = ({ script }: DemoPoint) => DEMO_SCRIPTS.indexOf(script);
  return points.filter(point => point !== null).sort((a, b) => place(a) - place(b));
}
