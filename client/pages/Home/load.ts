import type { Charging } from '../../../shared/charging/charging.ts';
import type { DemoPoint } from '../../../shared/charging/demo.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export interface HomeData {
  demoPoints: readonly DemoPoint[];
  /** The brands whose receipt searches are listed. Empty on the start page of a brand. */
  brands: readonly { id: string; name: string }[];
}

export async function load(charging: Charging, { params }: PageRequest): Promise<Loaded<HomeData>> {
  const { clientId } = params;
  return { data: homeData(charging, clientId) };
}

async function homeData(charging: Charging, clientId: string | undefined): Promise<HomeData> {
  const [points, brands] = await Promise.all([charging.findDemoPoints({}), clientId ? [] : charging.findClients({})]);
  return { demoPoints: clientId ? points.filter(point => point.clientId === clientId) : points, brands };
}
