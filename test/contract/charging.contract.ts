import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Charging, Question, StartRequest } from '../../shared/charging/charging.ts';
import { ENDPOINTS } from '../../shared/charging/charging.ts';
import type { Session } from '../../shared/charging/session.ts';
import type { ProblemCode } from '../../shared/model/problem.ts';
import { DAY_MS, isoDay } from '../../shared/model/time.ts';
import { until } from '../support/openApp.ts';
import { type ChargingUnderTest, describeReceipts } from './receipts.contract.ts';

const CONTACT = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', emailConfirmation: 'ada@example.org' };
const POINTS = {
  paid: { clientId: 'blaufink', evseId: 'DE*BLF*E1001*2' },
  free: { clientId: 'blaufink', evseId: 'DE*BLF*E1005*1' },
  never: { clientId: 'blaufink', evseId: 'DE*BLF*E1002*1' },
  refusing: { clientId: 'blaufink', evseId: 'DE*BLF*E1004*1' },
  occupied: { clientId: 'farnwald', evseId: 'DE*FRW*E2002*2' },
} as const;

const code = (expected: ProblemCode) => ({ name: 'Problem', code: expected });

/** The contract tests of the port `Charging`. `notOffered`: operations that the tested implementation does not support. */
export function describeCharging(
  name: string,
  open: () => Promise<ChargingUnderTest>,
  { notOffered }: { notOffered: readonly Question[] },
) {
  describe(name, () => {
    let under: ChargingUnderTest;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    const orderAt = async (
      point: { clientId: string; evseId: string },
      more: Partial<StartRequest> = {},
    ): Promise<StartRequest> => {
      const { plugs } = await under.charging.getChargingPoint(point);
      const [plug] = plugs;
      if (!plug) throw new Error('no plug');
      return {
        ...point,
        connector: plug.id,
        limitMinor: plug.defaultLimitMinor,
        contact: CONTACT,
        tariffVersion: plug.tariffVersion,
        consents: { acceptTerms: true, acceptPrivacy: true },
        formToken: under.mintFormToken(),
        locale: 'de',
        ...more,
      };
    };
    const sessionOf = async (orderId: string): Promise<string> => {
      const settled = await until(
        () => under.charging.refreshOrder({ orderId }),
        ({ kind }) => kind === 'charging',
      );
      if (settled.kind !== 'charging') throw new Error('not charging');
      return settled.sessionId;
    };
    const waitFor = (sessionId: string, isSo: (session: Session) => boolean) =>
      until(() => under.charging.getSession({ sessionId }), isSo);

    it('offers every question of the list', () => {
      for (const question of Object.keys(ENDPOINTS)) expect(typeof under.charging[question as keyof Charging]).toBe('function');
    });

    describeReceipts(() => under, { notOffered });
    if (notOffered.includes('startSession')) return;

    it('shows a point with its plugs, prices and limits', async () => {
      const point = await under.charging.getChargingPoint(POINTS.paid);
      const [plug] = point.plugs;
      expect(plug?.prices.days.length).toBeGreaterThanOrEqual(7);
      expect(plug?.limits.map(({ amountMinor }) => amountMinor)).toContain(plug?.defaultLimitMinor);
    });

    it('finds a point however its ID is typed, and none that does not exist', async () => {
      expect(await under.charging.findChargingPoint({ text: ' de blf e1001 2 ' })).toEqual(POINTS.paid);
      expect(await under.charging.findChargingPoint({ text: 'DE*XXX*E9*9' })).toBeNull();
      await expect(under.charging.getChargingPoint({ clientId: 'blaufink', evseId: 'DE*XXX*E9' })).rejects.toMatchObject(
        code('no-charging-point'),
      );
      await expect(under.charging.getClient({ clientId: 'nobody' })).rejects.toMatchObject(code('no-client'));
    });

    it('does not show one client’s point under another client', async () => {
      await expect(under.charging.getChargingPoint({ ...POINTS.paid, clientId: 'farnwald' })).rejects.toMatchObject(
        code('no-charging-point'),
      );
    });

    it('names every field that is wrong', async () => {
      const orderRequest = await orderAt(POINTS.paid, {
        contact: { firstName: '', lastName: 'R2D2', email: 'ada@', emailConfirmation: '' },
        consents: { acceptTerms: false, acceptPrivacy: true },
      });
      const fields = {
        firstName: { key: 'validation.firstName.required' },
        lastName: { key: 'validation.name.digits' },
        email: { key: 'validation.email.invalid' },
        emailConfirmation: { key: 'validation.email.mismatch' },
        acceptTerms: { key: 'validation.terms' },
      };
      await expect(under.charging.startSession(orderRequest)).rejects.toMatchObject({ ...code('invalid-input'), fields });
    });

    it('says when the price changed or the plug is taken, and starts nothing', async () => {
      await expect(under.charging.startSession(await orderAt(POINTS.paid, { tariffVersion: 'older' }))).rejects.toMatchObject(
        code('tariff-changed'),
      );
      await expect(under.charging.startSession(await orderAt(POINTS.occupied))).rejects.toMatchObject(code('plug-taken'));
    });

    it('makes one order of one intent, however often it is sent', async () => {
      const orderRequest = await orderAt(POINTS.never);
      const answers = await Promise.all([1, 2, 3].map(() => under.charging.startSession(orderRequest)));
      const again = await under.charging.startSession(orderRequest);
      expect(
        new Set([...answers, again].map(answer => (answer.kind === 'pay' ? `${answer.orderId} ${answer.url}` : 'charging'))).size,
      ).toBe(1);
      if (again.kind !== 'pay') throw new Error('not to be paid');
      expect(await under.charging.refreshOrder({ orderId: again.orderId })).toMatchObject({ kind: 'open', url: again.url });
    });

    it('closes the old page when the driver comes back and chooses another limit', async () => {
      const orderRequest = await orderAt(POINTS.never);
      const first = await under.charging.startSession(orderRequest);
      const { plugs } = await under.charging.getChargingPoint(POINTS.never);
      const other = plugs[0]?.limits.find(({ amountMinor }) => amountMinor !== orderRequest.limitMinor)?.amountMinor ?? null;
      const second = await under.charging.startSession({ ...orderRequest, limitMinor: other });
      if (first.kind !== 'pay' || second.kind !== 'pay') throw new Error('not to be paid');
      expect(second.orderId).toBe(first.orderId);
      expect(second.url).not.toBe(first.url);
      await expect(under.pay(first.url)).rejects.toThrow();
    });

    it('charges, bills and finds a paid session again', async () => {
      const started = await under.charging.startSession(await orderAt(POINTS.paid));
      if (started.kind !== 'pay') throw new Error('not to be paid');
      await under.pay(started.url);
      const sessionId = await sessionOf(started.orderId);
      await waitFor(sessionId, session => session.kind === 'running' && session.values.cost.amountMinor >= 50);
      const watched = await under.charging.getWatchedSession({
        watchId: (await under.charging.getSession({ sessionId })).watchId,
      });
      expect(watched.sessionId).toBeNull();
      expect(watched).not.toHaveProperty('contract');
      const goal = { kind: 'energy', energy: '400', amount: '', time: '' };
      expect(await under.charging.setGoal({ sessionId, goal })).toMatchObject({
        progress: { goal: { goal: { kind: 'energy', energyWh: 400_000 } } },
      });
      await expect(under.charging.setGoal({ sessionId, goal: { ...goal, energy: 'all' } })).rejects.toMatchObject({
        ...code('invalid-input'),
        fields: { energy: { key: 'goal.error.energy' } },
      });
      await under.charging.stopSession({ sessionId });
      const done = await waitFor(sessionId, session => session.kind === 'completed' && session.isBilled);
      if (done.kind !== 'completed') throw new Error('not completed');
      const receipt = await until(
        () => under.charging.getReceipt({ receipt: sessionId }),
        ({ invoice }) => invoice === 'ready',
      );
      expect(receipt.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(receipt.totalMinor);
      expect(receipt.timeline.map(({ kind }) => kind)).toEqual(['held', 'charged', 'released']);
      expect(receipt.timeline.slice(1).reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(
        receipt.timeline[0]?.amountMinor,
      );

      const date = new Intl.DateTimeFormat('en-CA', { timeZone: receipt.found.timeZone }).format(new Date(done.endedAt));
      const price = (receipt.totalMinor / 100).toFixed(2).replace('.', ',');
      const search = { clientId: POINTS.paid.clientId, country: receipt.country, date, price };
      const found = await under.charging.findSessions({ ...search, lastDigits: '4242' });
      expect(found.map(({ number }) => number)).toContain(done.number);
      expect(JSON.stringify(found)).not.toContain('Lovelace');
      expect(await under.charging.findSessions({ ...search, lastDigits: '4243' })).toEqual([]);
      const neighbour = isoDay(Date.parse(`${date}T12:00:00Z`) - DAY_MS);
      expect(await under.charging.findSessions({ ...search, date: neighbour, lastDigits: '4242' })).toHaveLength(found.length);
      const holds = (await under.charging.getClient({ clientId: POINTS.paid.clientId })).holdAmountsMinor;
      expect(holds).toContain(receipt.timeline[0]?.amountMinor);

      const mail = () => under.charging.getReceipt({ receipt: sessionId }).then(now => now.mail);
      for (let times = 0; times < 3; times++) {
        await until(mail, state => state === 'sent');
        const again = await under.charging.getReceipt({ receipt: sessionId });
        expect(await under.charging.sendReceipt({ receipt: again.found.receipt })).toEqual({});
      }
      await until(mail, state => state === 'spent');
      await expect(under.charging.sendReceipt({ receipt: sessionId })).rejects.toMatchObject(code('too-many'));
    });

    it('asks for no payment where charging is free', async () => {
      const started = await under.charging.startSession(await orderAt(POINTS.free));
      if (started.kind !== 'charging') throw new Error('not free');
      const running = await waitFor(started.sessionId, ({ kind }) => kind === 'running');
      expect(running.hold).toBeNull();
      await under.charging.stopSession({ sessionId: started.sessionId });
      await waitFor(started.sessionId, session => session.kind === 'completed' && session.isBilled);
      const receipt = await under.charging.getReceipt({ receipt: started.sessionId });
      expect(receipt).toMatchObject({ totalMinor: 0, timeline: [], invoice: 'none', calibration: 'ready', mail: 'none' });
      await expect(under.charging.sendReceipt({ receipt: started.sessionId })).rejects.toMatchObject(code('not-offered'));
    });

    it('gives the hold back when the station refuses', async () => {
      const started = await under.charging.startSession(await orderAt(POINTS.refusing));
      if (started.kind !== 'pay') throw new Error('not to be paid');
      await under.pay(started.url);
      const sessionId = await sessionOf(started.orderId);
      const over = await waitFor(sessionId, session => session.kind === 'cancelled' && session.refreshAfterMs === 0);
      expect(over).toMatchObject({ why: 'refused' });
      const { timeline } = await under.charging.getReceipt({ receipt: sessionId });
      expect(timeline.map(({ kind }) => kind)).toEqual(['held', 'released']);
    });

    it('gives the hold back when the driver cancels before the car is plugged in', async () => {
      const started = await under.charging.startSession(await orderAt(POINTS.never));
      if (started.kind !== 'pay') throw new Error('not to be paid');
      await under.pay(started.url);
      const sessionId = await sessionOf(started.orderId);
      await under.charging.cancelStart({ sessionId });
      expect(await waitFor(sessionId, session => session.kind === 'cancelled' && session.refreshAfterMs === 0)).toMatchObject({
        why: 'cancelled',
      });
      await expect(under.charging.stopSession({ sessionId })).rejects.toMatchObject(code('not-now'));
    });

    it('gives an unpaid order up when asked, and keeps what was typed', async () => {
      const started = await under.charging.startSession(await orderAt(POINTS.never));
      if (started.kind !== 'pay') throw new Error('not to be paid');
      const over = await under.charging.cancelOrder({ orderId: started.orderId });
      expect(over).toMatchObject({ kind: 'over', why: 'payment-cancelled', draft: { contact: CONTACT } });
      await expect(under.pay(started.url)).rejects.toThrow();
    });

    it('tells nothing of a session that does not exist', async () => {
      const sessionId = 'AAAAAAAAAAAAAAAAAAAAAA';
      await expect(under.charging.getSession({ sessionId })).rejects.toMatchObject(code('no-session'));
      await expect(under.charging.stopSession({ sessionId })).rejects.toMatchObject(code('no-session'));
      await expect(under.charging.getReceipt({ receipt: sessionId })).rejects.toMatchObject(code('no-receipt'));
      await expect(under.charging.checkBill({ receipt: sessionId })).rejects.toMatchObject(code('no-receipt'));
      await expect(under.charging.sendReceipt({ receipt: sessionId })).rejects.toMatchObject(code('no-receipt'));
    });

    it('makes out an invoice to a company once, when the bill is settled, and keeps the old document', async () => {
      const company = {
        companyName: 'Muster GmbH',
        street: 'Weg 1',
        postalCode: '20457',
        city: 'Hamburg',
        country: 'de',
        vatId: '',
      };
      const started = await under.charging.startSession(await orderAt(POINTS.paid));
      if (started.kind !== 'pay') throw new Error('not to be paid');
      await under.pay(started.url);
      const receipt = await sessionOf(started.orderId);
      const request = (more: Partial<typeof company> = {}) =>
        under.charging.requestCompanyInvoice({ receipt, company: { ...company, ...more } });
      await expect(request()).rejects.toMatchObject(code('invoice-not-ready'));
      await waitFor(receipt, session => session.kind === 'running' && session.values.cost.amountMinor >= 50);
      await under.charging.stopSession({ sessionId: receipt });
      const before = await until(
        () => under.charging.getReceipt({ receipt }),
        ({ invoice }) => invoice === 'ready',
      );
      expect(before).toMatchObject({ companyInvoice: 'offered', documents: [{ kind: 'invoice', isCancelled: false }] });
      const fields = { vatId: { key: 'company.error.vatId' }, street: { key: 'company.error.street' } };
      await expect(request({ vatId: 'DE1', street: '' })).rejects.toMatchObject({ ...code('invalid-input'), fields });

      const after = await request({ vatId: 'DE123456789' });
      expect(after).toMatchObject({ companyInvoice: 'made', totalMinor: before.totalMinor, chargedMinor: before.chargedMinor });
      expect(after.documents.map(({ kind, isCancelled }) => [kind, isCancelled])).toEqual([
        ['invoice', true],
        ['credit-note', false],
        ['invoice', false],
      ]);
      expect(after.documents[0]?.number).toBe(before.documents[0]?.number);
      expect(new Set(after.documents.map(({ number }) => number)).size).toBe(3);
      await expect(request()).rejects.toMatchObject(code('invoice-replaced'));
    });
  });
}
