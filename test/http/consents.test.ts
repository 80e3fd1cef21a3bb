import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { translator } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { CONTACT, mintFormToken, orderFields, POINTS } from '../support/orders.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp();
});
afterAll(() => open.close());

const POINT = POINTS.plugsIn;
const PAGE = `/en/${POINT.clientId}/evse/${encodeURIComponent(POINT.evseId)}`;
const API = `/api/clients/${POINT.clientId}/charging-points/${encodeURIComponent(POINT.evseId)}/sessions`;
const CONSENTS = ['acceptTerms', 'acceptPrivacy'] as const;

async function post(changes: (form: URLSearchParams) => void) {
  const form = new URLSearchParams(await orderFields(open, POINT));
  changes(form);
  return supertest(open.origin)
    .post(PAGE)
    .set({ Accept: 'text/html', Origin: open.origin, 'Content-Type': 'application/x-www-form-urlencoded' })
    .send(form.toString());
}

describe.each(CONSENTS)('An order form whose %s', name => {
  it.each(['', '0', 'false', 'off', 'no', 'on', 'true', 'YES', ' yes'])(
    'is "%s" is refused, and its box is not ticked',
    async value => {
      const answer = await post(form => form.set(name, value));
      expect(answer.status).toBe(422);
      const key = name === 'acceptTerms' ? 'validation.terms' : 'validation.privacy';
      expect(answer.text).toContain(translator('en', key));
      const [box = ''] = answer.text.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`)) ?? [];
      expect(box).toContain('type="checkbox"');
      expect(box).not.toContain('checked');
    },
  );

  it('is sent more than once, or as a list, is refused', async () => {
    const repeated = await post(form => form.append(name, 'yes'));
    const list = await post(form => {
      form.delete(name);
      form.append(`${name}[]`, 'yes');
    });
    expect([repeated.status, list.status]).toEqual([400, 422]);
  });
});

it('An order form with the values of its ticked boxes leads to the payment page', async () => {
  expect((await post(() => undefined)).status).toBe(303);
});

describe('An order by JSON', () => {
  const send = async (consents: unknown) => {
    const { connector = '', tariffVersion = '', limit } = await orderFields(open, POINT);
    const body = { connector, tariffVersion, limitMinor: Number(limit), contact: CONTACT, locale: 'en', consents };
    return supertest(open.origin)
      .post(API)
      .set({ Origin: open.origin, Accept: 'application/json' })
      .send({ ...body, formToken: mintFormToken(open) });
  };

  it.each(CONSENTS)('whose %s is no boolean is refused', async name => {
    for (const value of ['', 0, 1, 'yes', 'true', 'off', null, [true], {}]) {
      const answer = await send({ acceptTerms: true, acceptPrivacy: true, [name]: value });
      expect([value, answer.status]).toEqual([value, 400]);
    }
    expect((await send({ acceptTerms: true, acceptPrivacy: true, [name]: false })).status).toBe(422);
  });
});
