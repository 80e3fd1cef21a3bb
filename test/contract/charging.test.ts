import { createHttpCharging } from '../../client/charging.ts';
import { createIntents } from '../../server/http/seal.ts';
import { openHouse } from '../support/openHouse.ts';
import { type ChargingUnderTest, describeCharging } from './charging.contract.ts';

/** Types a test card into the sandbox's page. */
async function payAt(origin: string, url: string, card = '4242424242424242'): Promise<void> {
  const answer = await fetch(new URL(url, origin), {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin },
    body: new URLSearchParams({ cardnumber: card, exp: '12/30', cvc: '123' }),
  });
  if (answer.status !== 303) throw new Error(`The payment page answered ${answer.status}`);
}

const open = async (kind: 'in process' | 'over HTTP'): Promise<ChargingUnderTest> => {
  const { house, origin, config, close } = await openHouse();
  const intents = createIntents({ secret: config.secret });
  return {
    charging: kind === 'in process' ? house.backend : asBrowser(origin),
    mintIntent: () => intents.mint(new Date()),
    pay: (url, card) => payAt(origin, url, card),
    close,
  };
};

/** Node's fetch sends no Origin by itself, as a browser does. */
function asBrowser(origin: string) {
  const plain = globalThis.fetch;
  globalThis.fetch = (input, init = {}) =>
    plain(input, { ...init, headers: { Origin: origin, ...(init.headers as Record<string, string>) } });
  return createHttpCharging(origin);
}

describeCharging('the operator, in process', () => open('in process'));
describeCharging('the operator, through our own API', () => open('over HTTP'));
