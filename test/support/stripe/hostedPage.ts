import escapeHtml from 'escape-html';
import type Stripe from 'stripe';

/** Renders a minimal payment page on which a driver enters a card. */
export function hostedPage(page: Stripe.Checkout.Session, refusal: string | null): string {
  const message = (page.custom_text as { submit?: { message?: string } } | null)?.submit?.message ?? '';
  return (
    `<!doctype html><html lang="${escapeHtml(page.locale ?? 'en')}"><meta name="viewport" content="width=device-width">` +
    '<link rel="icon" href="data:,"><title>Checkout</title><div class="panel"><h1>Checkout</h1>' +
    `<p>${escapeHtml(String(page.amount_total))} ${escapeHtml(page.currency ?? '')}</p><p>${escapeHtml(message)}</p>` +
    (refusal === null ? '' : `<p role="alert">${escapeHtml(refusal)}</p>`) +
    '<form method="post">' +
    (page.customer_email === null
      ? '<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="email">'
      : '') +
    `<label for="card">Card</label><input id="card" name="card" autocomplete="off"><button>Pay</button></form>` +
    `<a href="${escapeHtml(page.cancel_url ?? '')}">Back</a></div></html>`
  );
}
