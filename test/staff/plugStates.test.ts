import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, POINTS } from '../support/orders.ts';

const POINT = `/operator/stations/points/${encodeURIComponent(POINTS.plugsIn.evseId)}`;

let running: RunningApp;
let petra: ConsoleVisitor;
beforeAll(async () => {
  running = await startApp();
  petra = new ConsoleVisitor(running.origin);
  await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
  await petra.get('/operator?language=en');
});
afterAll(() => running.close());

const groupsOf = (html: string) => [...html.matchAll(/class="tile tile--(\w+)"/g)].map(([, group]) => group);
const countsOn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/square--(\w+)"[\s\S]{0,200}?<b>(\d+)<\/b>/g)].map(([, group, count]) => [group, Number(count)]),
  );

describe('The states of plugs in the console', () => {
  it('shows only plugs of the chosen group, as many as are counted', async () => {
    for (const group of ['ready', 'others', 'out']) {
      const html = await petra.page(`/operator/stations?is=${group}`);
      const groups = groupsOf(html);
      expect(groups.length).toBeGreaterThan(0);
      expect([group, groups.length]).toEqual([group, countsOn(html)[group]]);
      expect(new Set(groups)).toEqual(new Set([group]));
    }
  });

  it('counts all plugs of a place where a filter shows some, and names each plug with its charging point', async () => {
    const html = await petra.page('/operator/stations?is=out');
    expect(html).toMatch(/Boltensternstraße 353<\/h3><p>50735 Köln · (<!-- -->)?1 of 3 plugs/);
    const tile = /<a class="tile tile--out"[\s\S]*?<\/a>/.exec(html)?.[0] ?? '';
    expect(tile).toMatch(/<span class="tile__no tile__no--out">3<\/span>[\s\S]*<small class="id">DE\*BLF\*E1003\*1<\/small>/);
    const point = await petra.page(`/operator/stations/points/${encodeURIComponent('DE*BLF*E1003*1')}`);
    expect(point).toMatch(/plug-box--out"><span class="tile__no tile__no--out">/);
  });

  it('counts on the overview as many plugs of each group as the overview has squares', async () => {
    const [squares = '', counts = ''] = (await petra.page('/operator')).split('class="plug-counts"');
    const groups = [...squares.matchAll(/square--(\w+)"/g)].map(([, group = '']) => group);
    expect(groups.length).toBeGreaterThan(10);
    for (const [group, count] of Object.entries(countsOn(counts)))
      expect([group, groups.filter(each => each === group).length]).toEqual([group, count]);
  });

  it('says that the figures of the day count ended sessions, and over how many days a plug is known', async () => {
    expect(await petra.page('/operator')).toMatch(
      /Energy of ended sessions[\s\S]*Ended sessions[\s\S]*hour in which charging ended/,
    );
    expect(await petra.page(POINT)).toMatch(/Usable, 7 days[\s\S]{0,200}state known on 1 of 7 days/);
  });

  it('shows no plug of a disabled point as free', async () => {
    const boxes = async () => (await petra.page(POINT)).match(/<div class="plug-box[\s\S]*?<\/p>/g) ?? [];
    expect((await boxes()).some(box => box.includes('st--ok'))).toBe(true);

    expect((await petra.send(`${POINT}/switch-off`, { reason: 'Works' })).status).toBe(303);

    const disabled = await boxes();
    expect(disabled.join()).toContain('Station reports: available');
    const page = await petra.page(POINT);
    expect(page.match(/disabled\./g)).toHaveLength(1);
    expect(page).toMatch(/plug-box--off"[\s\S]*?is disabled\.[\s\S]*?switch-on">Enable …/);
    expect(page).toContain('class="state state--off"');
    expect(disabled.filter(box => box.includes('st--ok'))).toEqual([]);
    const after = countsOn(await petra.page('/operator/stations'));
    expect(after.off).toBeGreaterThan(0);
  });

  it('has a page that unlocks a plug of a point, names the plug and the address, and asks which plug if two were used', async () => {
    const two = { clientId: 'blaufink', evseId: 'DE*BLF*E1005*2' };
    const point = `/operator/stations/points/${encodeURIComponent(two.evseId)}`;
    expect(await petra.page(point)).not.toContain(`${point}/unlock`);
    await finishedAt(running, { ...two, place: 0 });
    const single = await petra.page(`${point}/unlock`);
    expect(single).toMatch(/Plug 1, [^<]+ \d{5} Köln/);
    expect(single).toContain(`class="crumb" href="${point}"`);
    expect(single).toMatch(/<a href="\/operator\/stations" aria-current="page">/);
    expect(single).not.toContain('Which plug?');

    await finishedAt(running, { ...two, place: 1 });
    const both = await petra.page(`${point}/unlock`);
    const [, second = ''] = [...both.matchAll(/<input type="radio" name="session" value="(\d+)"\/>/g)].map(
      ([, number = '']) => number,
    );
    expect(both).toMatch(/Which plug\?[\s\S]*Plug 1, [\s\S]*Plug 2, /);
    const open = await petra.send(`${point}/unlock`, { reason: 'The driver rang' });
    expect([open.status, await open.text()]).toEqual([422, expect.stringContaining('Choose a plug.')]);
    const sent = await petra.send(`${point}/unlock`, { reason: 'The driver rang', session: second });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${point}?done=unlock`]);
    expect(await petra.page(`/operator/sessions/${second}`)).toContain('The driver rang');
  });
});
