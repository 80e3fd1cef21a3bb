import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONSOLE_TEXTS } from '../../client/console/core/translations.ts';
import { listOpen, RUNBOOK, raiseAlert, tickOff } from '../../server/runtime/alerts.ts';
import { noteSecurityEvent } from '../../server/runtime/stationSecurity.ts';
import { alertSlug, alertText } from '../../server/staff/console/alertTexts.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { addFaultReport, type FaultReportRecord } from '../../server/store/shop/faultReports.ts';
import { createStore } from '../../server/store/store.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

const PARTS = ['what', 'means', 'do'] as const;

describe('What needs somebody', () => {
  const kinds = Object.keys(RUNBOOK);

  it.each(['de', 'en'] as const)(
    'says of every kind in %s what happened, what it means and what to do, and of no other',
    locale => {
      const texts: Readonly<Record<string, string>> = CONSOLE_TEXTS[locale].alerts;
      const needed = [...kinds, 'unknown'].flatMap(kind => PARTS.map(part => `${alertSlug(kind)}.${part}`));
      expect(Object.keys(texts).sort()).toEqual(needed.sort());
      for (const [key, words] of Object.entries(texts))
        expect([key, words.trim()]).toEqual([key, expect.stringMatching(/\S{2}/)]);
    },
  );

  it('is not said in English to whoever reads German, and each kind has a name of its own', () => {
    const [de, en]: readonly Readonly<Record<string, string>>[] = [CONSOLE_TEXTS.de.alerts, CONSOLE_TEXTS.en.alerts];
    const same = Object.keys(de ?? {}).filter(key => de?.[key] === en?.[key]);
    expect(same).toEqual(['unknown.what']);
    for (const texts of [de, en]) {
      const names = kinds.map(kind => texts?.[`${alertSlug(kind)}.what`]);
      expect(new Set(names).size).toBe(kinds.length);
    }
  });

  it('has words for what another version has written', () => {
    expect(alertText('a kind of tomorrow', 'what')).toEqual({
      key: 'alerts.unknown.what',
      values: { why: 'a kind of tomorrow' },
    });
    expect(alertText('constructor', 'do').key).toBe('alerts.unknown.do');
  });

  describe('on the overview', () => {
    let running: RunningApp;
    let store: Store;
    let petra: ConsoleVisitor;
    beforeAll(async () => {
      running = await startApp();
      store = createStore(openSqlite(path.join(running.config.dataDir, 'house.sqlite')));
      for (const why of ['clock of the station is wrong', 'mail-receipt fails'] as const)
        await raiseAlert(store.db, { at: new Date(), subjectId: 'nothing', why });
      await raiseAlert(store.db, { at: new Date(), subjectId: 'nothing', why: 'a kind of tomorrow' as never });
      const refused = { why: 'a station is refused again and again', facts: { reason: 'HOTEL 9: wrong password' } } as const;
      await raiseAlert(store.db, { at: new Date(), subjectId: 'ocpp:HOTEL 9', ...refused });
      petra = new ConsoleVisitor(running.origin);
      await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    });
    afterAll(async () => {
      await store.close();
      await running.close();
    });

    it.each([
      [
        'de',
        [
          'Die Uhr der Station geht falsch',
          'Gemeldete Zeiten wurden auf die Serverzeit korrigiert.',
          'Lassen Sie die Uhr der Station stellen.',
        ],
      ],
      ['en', ['The station clock is wrong', 'Reported times were corrected to server time.', 'Have the station clock set.']],
    ])('is said whole in %s', async (language, words) => {
      await petra.get(`/operator?language=${language}`);
      const html = await petra.page('/operator');
      for (const each of [...words, 'a kind of tomorrow']) expect(html).toContain(each);
      expect(html).toContain('<a href="/operator/stations/ocpp/HOTEL%209">HOTEL 9</a>');
      expect(html).not.toContain('wrong password');
      expect(html).not.toMatch(/alerts\.[a-z-]+\.(what|means|do)/);
      const other = language === 'de' ? 'Reported times were corrected' : 'Die Uhr der Station';
      expect(html).not.toContain(other);
    });

    const cardOf = (html: string, words: string) =>
      [...html.matchAll(/<article[\s\S]*?<\/article>/g)].map(([card]) => card).find(card => card.includes(words)) ?? '';

    it('names the fault that drivers report, the place and the number of reports, and leads there when taken on', async () => {
      const report: FaultReportRecord = {
        ...{ id: 'report', clientId: 'blaufink', evseId: 'DE*BLF*E1001*1', connector: '1', kind: 'no-start', locale: 'de' },
        ...{ words: 'Error 12', sealedEmail: '', closedAt: null, outcome: null, answers: [], hasPhoto: false },
        receivedAt: new Date(),
      };
      await store.inTransaction(trx => addFaultReport(trx, report, null));
      await raiseAlert(store.db, { at: new Date(), subjectId: report.evseId, why: 'drivers report a fault' });
      await petra.get('/operator?language=en');
      const card = cardOf(await petra.page('/operator'), 'Charging does not start');
      expect(card.replace(/<[^>]+>/g, '')).toMatch(/^Charging does not start · [^·]+ · 1 report“Error 12”/);
      const [, action = ''] = /action="([^"]+)"/.exec(card) ?? [];
      expect((await petra.send('/operator', { does: 'take-on' }, action)).status).toBe(303);
      const assigned = cardOf(await petra.page('/operator'), 'Charging does not start');
      expect(assigned).toContain('att--taken');
      expect(assigned).toContain(
        `<a class="btn" href="/operator/stations/points/${encodeURIComponent(report.evseId)}">View reports</a>`,
      );
    });

    it('lists the alerts that were closed, with a link from the overview', async () => {
      await petra.get('/operator?language=en');
      const [, action = ''] =
        /href="(\/operator\/attention\/\d+)"/.exec(cardOf(await petra.page('/operator'), 'station clock')) ?? [];
      expect((await petra.send(action, { reason: 'Clock set' }, action)).status).toBe(303);
      expect(await petra.page('/operator')).toContain('<a href="/operator/attention">Resolved</a>');
      expect(await petra.page('/operator/attention')).toMatch(/The station clock is wrong<small>[\s\S]*resolved \d/);
    });

    it('says what a requested price change changes, and offers another person to decide and the requester to withdraw', async () => {
      const change = '/operator/prices/DE*BLF*plain/change';
      const typed = { date: '2027-06-01', time: '00:00', reason: 'Grid fees', price1: '0.57', second: 'on' };
      expect((await petra.send(change, { ...typed, step: 'save' }, change)).status).toBe(303);
      const own = cardOf(await petra.page('/operator'), 'Price change');
      expect(own).toMatch(/€0\.49 → €0\.57 per kWh from [^<]*2027[^<]*, \d+ plugs/);
      expect(own).toContain('Withdraw request');
      expect(own).not.toContain('/confirm');
      const bea = new ConsoleVisitor(running.origin);
      await bea.signInByLink(store, new Date(), { name: 'Bea', may: 'act' });
      await bea.get('/operator?language=en');
      const other = cardOf(await bea.page('/operator'), 'Price change');
      expect(other).toMatch(/href="\/operator\/prices\/DE\*BLF\*plain\/confirm\?revision=\w+">Approve/);
      expect(other).toMatch(/href="\/operator\/prices\/DE\*BLF\*plain\/decline\?revision=\w+">Reject/);
    });
  });
});

describe('The alert about security events of a station', () => {
  const now = new Date('2026-11-28T10:00:00Z');
  const laterSeries = new Date('2026-11-28T14:00:00Z');
  const store = createStore(openSqlite(':memory:'));
  beforeAll(() => store.migrate());
  afterAll(() => store.close());

  it('is open once for each station and type, and after a person has closed it, only a new series opens it again', async () => {
    const report = (station: string, since: Date, type = 'TamperDetectionActivated') =>
      noteSecurityEvent({ store, clock: { now: () => now, sleepUntil: async () => undefined } }, { station, type, since });
    const open = async () => (await listOpen(store.db)).map(({ subjectId, facts }) => [subjectId, facts.reason]);
    for (const type of ['TamperDetectionActivated', 'MemoryExhaustion']) await report('HOTEL-1', now, type);
    await report('HOTEL-2', now);
    expect(await open()).toEqual([
      ['ocpp:HOTEL-1:TamperDetectionActivated', 'HOTEL-1: TamperDetectionActivated'],
      ['ocpp:HOTEL-1:MemoryExhaustion', 'HOTEL-1: MemoryExhaustion'],
      ['ocpp:HOTEL-2:TamperDetectionActivated', 'HOTEL-2: TamperDetectionActivated'],
    ]);
    await tickOff(store, { ids: (await listOpen(store.db)).map(({ id }) => id), reason: 'Housing checked', now });
    await report('HOTEL-1', now);
    expect(await open()).toEqual([]);
    await report('HOTEL-1', laterSeries);
    expect((await open()).map(([subject]) => subject)).toEqual(['ocpp:HOTEL-1:TamperDetectionActivated']);
  });
});
