import express, { type Request, type Response, type Router } from 'express';
import { emailError } from '../../../shared/forms/contact.ts';
import type { Translator } from '../../core/ports/ports.ts';
import { type CardOutcome, findCard, findWallet, TEST_CARDS, type TestCard } from './cards.ts';
import { SANDBOX_PATH, type SandboxHold } from './hold.ts';
import { cardPage, challengePage, overPage } from './page.ts';

interface RouterDependencies {
  load(ref: string): Promise<SandboxHold | null>;
  pay(ref: string, card: TestCard, how: { isChallenged: boolean }): Promise<CardOutcome>;
  setChallenge(ref: string, challenge: number | null): Promise<unknown>;
  setEmail(ref: string, payerEmail: string): Promise<unknown>;
  translator: Translator;
}

/** Serves the page on which a test card is entered. It works without JavaScript. Card numbers are neither stored nor logged. */
export function sandboxRouter({ load, pay, setChallenge, setEmail, translator }: RouterDependencies): Router {
  const router = express.Router();
  const frame = (response: Response) => ({ nonce: String(response.locals.nonce), translator });

  router.use((_request, response, next) => {
    response.locals.route = 'sandbox';
    response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    next();
  });

  /**
   * Loads a hold that can still be paid.
   * @returns null if there is none; an error page or a redirect has then been sent
   */
  const openHold = async (request: Request<{ ref: string }>, response: Response): Promise<SandboxHold | null> => {
    const hold = await load(request.params.ref);
    if (hold?.state === 'open') return hold;
    // If the hold was already authorised or released, the page of the order shows the state of the payment.
    if (hold && hold.state !== 'expired') response.redirect(303, hold.request.returnUrl);
    else
      response
        .status(hold ? 410 : 404)
        .type('html')
        .send(overPage({ ...frame(response), hold }));
    return null;
  };

  router.get('/:ref', async (request, response) => {
    const hold = await openHold(request, response);
    if (hold) response.type('html').send(cardPage({ ...frame(response), hold, error: null }));
  });

  router.post('/:ref', async (request, response) => {
    const hold = await openHold(request, response);
    if (!hold) return;
    const { cardnumber = '', email = '', wallet } = (request.body ?? {}) as Record<string, unknown>;
    const again = (error: string) =>
      response
        .status(422)
        .type('html')
        .send(cardPage({ ...frame(response), hold: { ...hold, payerEmail: String(email) }, error }));
    if (hold.request.requestsEmail) {
      if (emailError(String(email), { isRequired: true })) return void again('sandbox.invalidEmail');
      await setEmail(hold.ref, String(email).trim());
    }
    const card = findWallet(wallet) ?? findCard(String(cardnumber));
    const outcome = card ? await pay(hold.ref, card, { isChallenged: false }) : 'invalidCard';
    if (outcome === 'authorised') response.redirect(303, hold.request.returnUrl);
    else if (outcome === 'challenge' && card) {
      await setChallenge(hold.ref, TEST_CARDS.indexOf(card));
      response.redirect(303, `${SANDBOX_PATH}/${hold.ref}/challenge`);
    } else again(`sandbox.${outcome}`);
  });

  router.get('/:ref/challenge', async (request, response) => {
    const hold = await openHold(request, response);
    if (!hold) return;
    if (hold.challenge === null) response.redirect(303, `${SANDBOX_PATH}/${hold.ref}`);
    else response.type('html').send(challengePage({ ...frame(response), hold }));
  });

  router.post('/:ref/challenge', async (request, response) => {
    const hold = await openHold(request, response);
    const card = hold?.challenge == null ? undefined : TEST_CARDS[hold.challenge];
    if (!hold) return;
    const isApproved = (request.body as Record<string, unknown> | undefined)?.answer === 'approve';
    if (card && isApproved) {
      await pay(hold.ref, card, { isChallenged: true });
      response.redirect(303, hold.request.returnUrl);
      return;
    }
    await setChallenge(hold.ref, null);
    response
      .status(422)
      .type('html')
      .send(cardPage({ ...frame(response), hold, error: 'sandbox.declined' }));
  });
  return router;
}
