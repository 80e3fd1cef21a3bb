import type { Charging, DemoPoint } from '../../../shared/charging.ts';
import type { Loaded, PageAsk } from '../../page.ts';

export interface HomeData {
  demoPoints: readonly DemoPoint[];
}

export async function load(charging: Charging, { params }: PageAsk): Promise<Loaded<HomeData>> {
  const all = await charging.findDemoPoints({});
  const { clientId } = params;
  const data: HomeData = { demoPoints: clientId ? all.filter(point => point.clientId === clientId) : all };
  return { data };
}
