/** @jest-environment jsdom */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Charging } from '../../../shared/charging/charging.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { byDay, plug, point, showPayment } from './Payment.fixture.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const orderForm = () => document.querySelector('form') as HTMLFormElement;
const submit = () => fireEvent.submit(orderForm());
const button = () => within(orderForm()).getByRole('button');
const plain = ({ textContent }: HTMLElement) => textContent?.replaceAll('\u00a0', ' ');
const ORDER = 'Order charging with obligation to pay';

function fillIn() {
  fireEvent.change(field('First name'), { target: { value: 'Ada' } });
  fireEvent.change(field('Last name'), { target: { value: 'Berger' } });
  fireEvent.change(field('Email address'), { target: { value: 'johanna@example.org' } });
  fireEvent.change(field('Repeat email address'), { target: { value: 'johanna@example.org' } });
  for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
}

type Start = Charging['startSession'];
const charging = (startSession: Start): Partial<Charging> => ({ startSession, getChargingPoint: async () => point(plug()) });
const refusing =
  (problem: Problem): Start =>
  async () => {
    throw problem;
  };

afterEach(() => {
  jest.useRealTimers();
});

describe('before it is sent', () => {
  test('tells what is wrong in one list, takes nobody there by surprise and keeps every word', () => {
    const startSession = jest.fn<Start>();
    showPayment({ point: point(plug()), charging: charging(startSession) });
    fillIn();
    fireEvent.change(field('Last name'), { target: { value: 'Berger2' } });
    submit();
    const link = screen.getByRole('link', { name: 'The name must not contain numbers' });
    expect(link.getAttribute('href')).toBe('#lastName');
    expect(document.activeElement?.textContent).toContain('There is a problem');
    expect(field('Last name').value).toBe('Berger2');
    expect(field('Last name').getAttribute('aria-describedby')).toBe('lastName-error');
    expect(startSession).not.toHaveBeenCalled();
  });

  test('says what is wrong with a field when it is left, but blames nobody for passing by', () => {
    showPayment({ point: point(plug()) });
    fireEvent.blur(field('First name'));
    fireEvent.change(field('Last name'), { target: { value: 'Berger2' } });
    fireEvent.blur(field('Last name'));
    expect(screen.getAllByText('The name must not contain numbers')).toHaveLength(1);
    expect(screen.queryByText('Enter your first name')).toBeNull();
    fireEvent.change(field('Last name'), { target: { value: 'Berger' } });
    fireEvent.blur(field('Last name'));
    expect(screen.queryByText('The name must not contain numbers')).toBeNull();
  });

  test('does not go on asking for a tick that has been made', () => {
    showPayment({ point: point(plug()) });
    submit();
    const terms = screen.getByRole('checkbox', { name: /terms/ });
    expect(terms.getAttribute('aria-describedby')).toBe('acceptTerms-error');
    fireEvent.click(terms);
    expect(terms.getAttribute('aria-describedby')).toBeNull();
    // The error summary at the top still shows the error of the submitted form.
    expect(screen.queryByText('Please accept the terms and conditions.')).toBeNull();
    expect(screen.getByRole('link', { name: 'Terms not accepted' })).toBeTruthy();
  });

  test('the button says that the order obliges to pay, and nothing else', () => {
    showPayment({ point: point(plug()) });
    expect(button().textContent).toBe(ORDER);
  });
});

describe('an address that looks mistyped', () => {
  const typeAddress = () => {
    showPayment({ point: point(plug()) });
    for (const label of ['Email address', 'Repeat email address'])
      fireEvent.change(field(label), { target: { value: 'ada@gmial.com' } });
    fireEvent.blur(field('Email address'));
  };
  const question = () => screen.queryByText(/Did you mean/)?.textContent;

  test('is asked about and corrected in both fields', () => {
    typeAddress();
    expect(question()).toBe('Did you mean ada@gmail.com?');
    fireEvent.click(screen.getByRole('button', { name: 'Yes, change it' }));
    expect([field('Email address').value, field('Repeat email address').value]).toEqual(['ada@gmail.com', 'ada@gmail.com']);
    expect(question()).toBeUndefined();
  });

  test('is asked about once', () => {
    typeAddress();
    fireEvent.click(screen.getByRole('button', { name: 'It is correct' }));
    expect(question()).toBeUndefined();
    fireEvent.blur(field('Email address'));
    expect(question()).toBeUndefined();
    expect(field('Email address').value).toBe('ada@gmial.com');
  });
});

describe('where the payment page asks for the address', () => {
  test('an order is one tick, with the privacy policy as a notice', () => {
    const startSession = jest.fn<Start>(() => new Promise(() => undefined));
    showPayment({ point: point(plug()), switches: { contactAtPayment: true }, charging: charging(startSession) });
    expect(screen.queryByRole('textbox', { name: /name|address/i })).toBeNull();
    expect(screen.getByText(/You enter your email address on the payment page/).textContent).toContain('Privacy policy');
    fireEvent.click(screen.getByRole('checkbox'));
    submit();
    expect(startSession.mock.calls[0]?.[0]).toMatchObject({
      contact: { firstName: '', email: '' },
      consents: { acceptTerms: true, acceptPrivacy: false },
    });
  });

  test('a free plug is ordered as anywhere else', () => {
    const free = plug({ isFree: true, limits: [], defaultLimitMinor: null });
    showPayment({ point: point(free), switches: { contactAtPayment: true } });
    expect(field('Email address')).toBeTruthy();
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  });
});

describe('the lean form', () => {
  const LEAN = { checkoutForm: 'lean', namesRequired: false } as const;

  test('asks for the e-mail address once and for one consent, which names both texts', () => {
    const startSession = jest.fn<Start>(() => new Promise(() => undefined));
    showPayment({ point: point(plug()), switches: LEAN, charging: charging(startSession) });
    expect(screen.getAllByRole('textbox')).toEqual([field('Email address for the receipt')]);
    const consent = screen.getByRole('checkbox', {
      name: /terms and conditions(?: \(opens in a new tab\))? and have read the privacy policy/,
    });
    submit();
    expect(startSession).not.toHaveBeenCalled();
    fireEvent.change(field('Email address for the receipt'), { target: { value: 'ada@example.org' } });
    fireEvent.click(consent);
    submit();
    expect(startSession.mock.calls[0]?.[0]).toMatchObject({
      contact: { firstName: '', lastName: '', email: 'ada@example.org' },
      consents: { acceptTerms: true, acceptPrivacy: false },
    });
  });

  test('has fields for names where the brand requires names', () => {
    showPayment({ point: point(plug()), switches: { ...LEAN, namesRequired: true } });
    expect(field('First name').required).toBe(true);
    expect(screen.queryByLabelText('Repeat email address')).toBeNull();
  });

  test('starts free charging after one consent, and sends a proof if the driver wants one', () => {
    const startSession = jest.fn<Start>(() => new Promise(() => undefined));
    const free = plug({ isFree: true, limits: [], defaultLimitMinor: null });
    showPayment({ point: point(free), switches: { ...LEAN, namesRequired: true }, charging: charging(startSession) });
    expect(screen.getAllByRole('textbox', { hidden: true })).toEqual([field('Email address')]);
    expect(field('Email address').closest('details')?.open).toBe(false);
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(screen.getByRole('button', { name: 'Charge for free' }));
    expect(startSession.mock.calls[0]?.[0]).toMatchObject({ limitMinor: null, contact: { firstName: '', email: '' } });
  });
});

describe('when it is sent', () => {
  test('orders once, however often it is pressed', () => {
    const startSession = jest.fn<Start>(() => new Promise(() => undefined));
    showPayment({ point: point(plug()), charging: charging(startSession) });
    fillIn();
    fireEvent.click(screen.getByRole('radio', { name: /€40/ }));
    submit();
    submit();
    expect(startSession).toHaveBeenCalledTimes(1);
    expect(startSession.mock.calls[0]?.[0]).toMatchObject({
      connector: '1',
      limitMinor: 4_000,
      tariffVersion: 'v1',
      formToken: 'signed-form-token',
      consents: { acceptTerms: true, acceptPrivacy: true },
    });
    expect(button().textContent).toBe('Opening the payment page…');
    expect(button().getAttribute('aria-disabled')).toBe('true');
  });

  test('says after a while that there is no answer, and can be pressed again', async () => {
    jest.useFakeTimers();
    showPayment({ point: point(plug()), charging: charging(() => new Promise(() => undefined)) });
    fillIn();
    submit();
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(screen.getByRole('alert').textContent).toContain('This is taking longer than usual');
    expect(button().textContent).toBe(ORDER);
    expect(field('Last name').value).toBe('Berger');
  });

  test('tells a new price on the same page, with everything typed', async () => {
    showPayment({ point: point(plug()), charging: charging(refusing(new Problem('tariff-changed'))) });
    fillIn();
    submit();
    expect((await screen.findByRole('alert')).textContent).toContain('The price has changed');
    expect(field('Email address').value).toBe('johanna@example.org');
  });

  test('lets choose another plug when this one was taken, and carries what was typed', async () => {
    const both = point(plug(), plug({ id: '2', number: '2', kind: 'ccs2' }));
    showPayment({
      point: both,
      requested: '1',
      charging: { startSession: refusing(new Problem('plug-taken')), getChargingPoint: async () => both },
    });
    fillIn();
    submit();
    await screen.findByText(/has just been taken/);
    expect(screen.getByRole('button', { name: /Plug 2/ }).getAttribute('name')).toBe('connector');
    const formData = new FormData(orderForm());
    expect(formData.get('lastName')).toBe('Berger');
    expect(formData.has('formToken')).toBe(false);
    expect(orderForm().method).toBe('post');
  });
});

describe('what can be charged', () => {
  test('asks for the plug first when there are several', () => {
    showPayment({ point: point(plug(), plug({ id: '2', number: '2', state: 'charging' })) });
    expect(screen.getByRole('link', { name: /Plug 1/ }).getAttribute('href')).toMatch(/\?plug=1$/);
    expect(screen.getByRole('link', { name: /Plug 2.*Charging/ })).toBeTruthy();
    expect(screen.getByText(/1 not usable now/)).toBeTruthy();
  });

  test('offers other plugs when no plug is available, and no form', () => {
    const { kind, powerW, isDc, hasCable, isFree } = plug();
    const facts = { kind, powerW, isDc, hasCable, isFree, prices: byDay, currency: 'EUR' as const };
    const other = { ...facts, evseId: 'DE*LIN*E2', id: '1', number: '7' };
    const near = { street: 'Seestraße 1', city: 'Lindau', distanceM: 1438, bearingDeg: 200, freePlugs: 2, plug: other };
    const alternatives = { asOf: '2026-11-20T20:33:00Z', here: [other], near: [near] };
    showPayment({ point: point(plug({ state: 'occupied', since: '2026-11-20T18:48:00Z' })), alternatives });
    expect(screen.getByRole('heading', { level: 1, name: 'In use' })).toBeTruthy();
    expect(screen.getByText('In use since', { exact: false }).textContent).toMatch(/^In use since \d\d:48$/);
    const here = screen.getByRole('link', { name: /^Plug 7/ });
    expect(here.getAttribute('href')).toBe('/en/lindau/evse/DE*LIN*E2?plug=1');
    expect(plain(here)).toBe('Plug 7, 7CType 2up to 22 kW, own cableDE*LIN*E2€0.59per kWh');
    expect(plain(screen.getByRole('link', { name: /^Seestraße 1/ }))).toBe(
      'Seestraße 11.4 km · Type 2 up to 22 kW, to the south2 free€0.59',
    );
    expect(document.querySelector('form')).toBeNull();
  });

  const rows = () => screen.getAllByRole('link', { name: /^Plug / });

  test('lists the plugs of a charging point that has no usable one, each once with its state and the way to a message', () => {
    const since = '2026-11-20T18:48:00Z';
    const both = point(
      plug({ state: 'charging', since }),
      plug({ id: '2', number: '2', kind: 'schuko', powerW: 3_600, state: 'unavailable', since }),
    );
    showPayment({ point: both, alternatives: { asOf: '2026-11-20T20:33:00Z', here: [], near: [] } });
    expect(screen.getByRole('heading', { level: 2, name: 'Occupied' })).toBeTruthy();
    expect(
      rows().every(row => row.querySelector('use[href$="#bell"]') && !row.querySelector('use[href$="#chevron-right"]')),
    ).toBe(true);
    expect(rows().map(row => plain(row).replace(/\d\d:48/, '19:48'))).toEqual([
      'Plug 1, 1CType 2AC up to 22 kW, Charging since 19:48. Tell me when it is free',
      'Plug 2, 2Household socket (Schuko)AC up to 3.6 kW, Out of order since 19:48. Tell me when it works again',
    ]);
    expect(rows().map(row => row.getAttribute('href'))).toEqual(
      ['1', '2'].map(id => `/en/lindau/evse/DE*SWL*E0042*1/notice?plug=${id}`),
    );
  });

  test('lists free plugs at the address before the occupied ones of the charging point', () => {
    const { kind, powerW, isDc, hasCable, isFree } = plug();
    const other = {
      kind,
      powerW,
      isDc,
      hasCable,
      isFree,
      prices: byDay,
      currency: 'EUR' as const,
      evseId: 'DE*LIN*E2',
      id: '1',
      number: '7',
    };
    const both = point(plug({ state: 'charging' }), plug({ id: '2', number: '2', state: 'occupied' }));
    showPayment({ point: both, alternatives: { asOf: '2026-11-20T20:33:00Z', here: [other], near: [] } });
    expect(rows().map(row => plain(row).slice(0, 6))).toEqual(['Plug 7', 'Plug 1', 'Plug 2']);
  });

  test('says of a broken plug that the message comes when it works again', () => {
    showPayment({ point: point(plug({ state: 'unavailable' })) });
    expect(screen.getByRole('link', { name: 'Tell me when it works again' })).toBeTruthy();
  });

  test('says once why no plug of a charging point can be used, if the station has no connection', () => {
    const off = plug({ state: 'unknown', isOffline: true });
    showPayment({ point: point(off, { ...off, id: '2', number: '2' }) });
    expect(screen.getAllByText(/no connection/)).toHaveLength(1);
    expect(rows().map(plain)).toEqual(
      [1, 2].map(number => `Plug ${number}, ${number}CType 2AC up to 22 kW. Tell me when it works again`),
    );
  });

  test('tells plugs with the same number at one address apart by the ID of their charging point', () => {
    const { kind, powerW, isDc, hasCable, isFree } = plug();
    const facts = { kind, powerW, isDc, hasCable, isFree, prices: byDay, currency: 'EUR' as const };
    const shown = point(plug({ state: 'occupied' }), plug({ id: '2', number: '2' }));
    const here = [
      { ...facts, evseId: shown.evseId, id: '2', number: '2' },
      { ...facts, evseId: 'DE*LIN*E2', id: '1', number: '1' },
    ];
    showPayment({ point: shown, requested: '1', alternatives: { asOf: '2026-11-20T20:33:00Z', here, near: [] } });
    const heading = screen.getByRole('heading', { level: 1, name: 'In use' });
    expect(heading.parentElement?.parentElement?.textContent).toContain(shown.evseId);
    expect(screen.getByRole('link', { name: /^Plug 1/ }).textContent).toContain('DE*LIN*E2');
    expect(screen.getByRole('link', { name: /^Plug 2/ }).textContent).not.toContain(shown.evseId);
  });

  test('shows the plug that was asked for as occupied, although another one is free', () => {
    const both = point(plug({ state: 'charging' }), plug({ id: '2', number: '2' }));
    showPayment({ point: both, requested: '1' });
    expect(screen.getByRole('heading', { level: 1, name: 'In use' })).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  test('holds nothing where charging is free', () => {
    showPayment({ point: point(plug({ isFree: true, limits: [], defaultLimitMinor: null })) });
    expect(button().textContent).toBe('Charge for free');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByText(/is reserved/)).toBeNull();
  });

  test('shows what the server found wrong', () => {
    const form = {
      values: { firstName: 'Ada', limit: '2000' },
      errors: { lastName: { key: 'validation.lastName.required' } },
      problem: null,
    };
    showPayment({ point: point(plug()), form });
    expect(screen.getByRole('link', { name: 'Last name missing' })).toBeTruthy();
    expect(field('First name').value).toBe('Ada');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /€20/ }).checked).toBe(true);
  });
});
