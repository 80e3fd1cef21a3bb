import { expect, it } from '@jest/globals';
import {
  type Charging,
  type ChargingRequest,
  ENDPOINTS,
  type Question,
  type SearchQuery,
} from '../../shared/charging/charging.ts';

export interface ChargingUnderTest {
  charging: Charging;
  /** Creates a form token, as the forms of the implementation contain it. */
  mintFormToken(): string;
  /** Pays with a card on the open payment page of the order, as a visitor would. */
  pay(url: string, card?: string): Promise<void>;
  /** @returns a search query that finds a completed and paid session */
  sold(): Promise<SearchQuery>;
  close(): Promise<void>;
}

const UNKNOWN_ID = 'AAAAAAAAAAAAAAAAAAAAAA';
const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*2' };
const CONTACT = { firstName: '', lastName: '', email: '', emailConfirmation: '' };
const COMPANY = { companyName: 'Ada', street: 'Way 1', postalCode: '1', city: 'Town', country: 'de', vatId: '' };

/** A valid request for each operation of `Charging`. */
const REQUESTS: { readonly [Q in Question]: ChargingRequest<Q> } = {
  getClient: { clientId: 'blaufink' },
  findClients: {},
  getLegalText: { clientId: 'blaufink', kind: 'terms', locale: 'de' },
  findChargingPoint: { text: POINT.evseId },
  findDemoPoints: {},
  getChargingPoint: POINT,
  findAlternatives: POINT,
  requestFreeNotice: { ...POINT, connector: '1', locale: 'de', email: 'ada@example.org', device: null },
  estimateCost: { ...POINT, connector: '1', minutes: 60 },
  startSession: {
    ...POINT,
    connector: '1',
    limitMinor: null,
    contact: CONTACT,
    tariffVersion: 'one',
    formToken: 'none',
    locale: 'de',
    consents: { acceptTerms: true, acceptPrivacy: true },
  },
  refreshOrder: { orderId: UNKNOWN_ID },
  cancelOrder: { orderId: UNKNOWN_ID },
  getSession: { sessionId: UNKNOWN_ID },
  getWatchedSession: { watchId: UNKNOWN_ID },
  cancelStart: { sessionId: UNKNOWN_ID },
  stopSession: { sessionId: UNKNOWN_ID },
  unlockPlug: { sessionId: UNKNOWN_ID },
  setGoal: { sessionId: UNKNOWN_ID, goal: null },
  findSessions: { clientId: 'blaufink', country: 'de', date: '2026-11-20', price: '12,34', lastDigits: '4242' },
  getReceipt: { receipt: UNKNOWN_ID },
  checkBill: { receipt: UNKNOWN_ID },
  sendReceipt: { receipt: UNKNOWN_ID },
  requestCompanyInvoice: { receipt: UNKNOWN_ID, company: COMPANY },
  withdraw: { sessionId: UNKNOWN_ID, name: 'Ada', email: 'ada@example.org' },
  enablePush: { sessionId: UNKNOWN_ID, endpoint: 'https://push.example/1', p256dh: UNKNOWN_ID, auth: UNKNOWN_ID },
  disablePush: { sessionId: UNKNOWN_ID, endpoint: 'https://push.example/1' },
};

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/**
 * The contract tests of brands and receipts, which every implementation of `Charging` passes. Also tests the errors of the
 * operations that the implementation does not support.
 */
export function describeReceipts(under: () => ChargingUnderTest, { notOffered }: { notOffered: readonly Question[] }) {
  const questions = Object.keys(ENDPOINTS) as Question[];
  const sendRequest = async (question: Question): Promise<unknown> => {
    const { charging, mintFormToken } = under();
    const own = question === 'startSession' ? { formToken: mintFormToken() } : {};
    return (charging[question] as (request: unknown) => Promise<unknown>)({ ...REQUESTS[question], ...own });
  };

  for (const question of questions) {
    const isOffered = !notOffered.includes(question);
    it(isOffered ? `offers ${question}` : `does not offer ${question}, and says so`, async () => {
      const code = await sendRequest(question).then(() => 'answered', codeOf);
      expect(code === 'not-offered').toBe(!isOffered);
    });
  }

  it('shows a brand, and its legal texts as elements', async () => {
    const client = await under().charging.getClient({ clientId: 'blaufink' });
    expect(client).toMatchObject({ id: 'blaufink', currency: 'EUR', isDefault: false });
    expect(client.colors.primary).toMatch(/^#/);
    const text = await under().charging.getLegalText({ clientId: 'blaufink', kind: 'imprint', locale: 'de' });
    expect(text?.nodes.length).toBeGreaterThan(0);
    expect(JSON.stringify(text?.nodes)).not.toContain('<');
  });

  it('finds a session by its day, price and card, and opens its receipt', async () => {
    const search = await under().sold();
    const found = await under().charging.findSessions(search);
    const [session] = found;
    if (!session) throw new Error('Nothing found');
    const receipt = await under().charging.getReceipt({ receipt: session.receipt });
    expect(receipt).toMatchObject({ country: search.country, totalMinor: session.price.amountMinor });
    expect(receipt.found.startedAt).toBe(session.startedAt);
    expect(JSON.stringify([found, receipt])).not.toContain('Lovelace');
  });

  const others: readonly [string, (search: SearchQuery) => Partial<SearchQuery>][] = [
    ['card', ({ lastDigits }) => ({ lastDigits: lastDigits === '0000' ? '0001' : '0000' })],
    ['price', ({ price }) => ({ price: `1${price}` })],
    ['day', () => ({ date: '2020-01-01' })],
    ['country', () => ({ country: 'lu' })],
    ['brand', () => ({ clientId: 'farnwald' })],
    ['point', () => ({ evseId: 'DE*XXX*E9*9' })],
  ];
  it.each(others)('finds nothing under another %s', async (_, other) => {
    const search = await under().sold();
    expect(await under().charging.findSessions({ ...search, ...other(search) })).toEqual([]);
  });

  it('opens no receipt with a link that is not its own', async () => {
    for (const receipt of [UNKNOWN_ID, `r.${'A'.repeat(80)}`])
      expect(['no-receipt', 'link-expired']).toContain(
        await under()
          .charging.getReceipt({ receipt })
          .then(() => 'opened', codeOf),
      );
  });
}
