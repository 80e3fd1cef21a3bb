import type { Charging } from '../../../shared/charging/charging.ts';
import type { DemoPoint } from '../../../shared/charging/demo.ts';
import type { Loaded, PageRequest, UnfinishedPayment } from '../../core/page.ts';

export interface HomeData {
  demoPoints: readonly DemoPoint[];
  /** The brands whose receipt searches are listed. Empty on the start page of a brand. */
  brands: readonly { id: string; name: string }[];
  unfinished: UnfinishedPayment | null;
}

export async function load(charging: Charging, { params, unfinished = null }: PageRequest): Promise<Loaded<HomeData>> {
  const { clientId } = params;
  const isOther = clientId !== undefined && unfinished?.clientId !== clientId;
  return { data: homeData(charging, clientId, isOther ? null : unfinished) };
}

async function homeData(
  charging: Charging,
  clientId: string | undefined,
  unfinished: UnfinishedPayment | null,
): Promise<HomeData> {
  const [points, brands] = await Promise.all([charging.findDemoPoints({}), clientId ? [] : charging.findClients({})]);
  return { unfinished, demoPoints: clientId ? points.filter(point => point.clientId === clientId) : points, brands };
}
