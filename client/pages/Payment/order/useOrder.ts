import { type ChangeEvent, type FocusEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { ChargingPoint, Plug, Started } from '../../../../shared/charging/charging.ts';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { type FieldErrors, Problem } from '../../../../shared/model/problem.ts';
import { TimeoutError, within } from '../../../../shared/util/within.ts';
import { type FormState, useCharging, usePage, useVisit } from '../../../core/pageData.tsx';
import { errorsAfterBlur, type OrderValues, orderErrors, readValues, toStartRequest } from '../parts/orderForm.ts';
import { fetchPageToken } from './pageToken.ts';
import { useAfterPress } from './useAfterPress.ts';

/** After this time the visitor may send the order again. The form token ensures that only one order is made. */
const PATIENCE_MS = 15_000;

interface OrderFacts {
  point: ChargingPoint;
  plug: Plug;
  form: FormState | null;
  /** Called if the server refuses the order for a reason that concerns no single field. `form` contains all typed values. */
  onRefused: (form: FormState) => void;
}

interface OrderState {
  /** Errors to show beside the fields. */
  errors: FieldErrors;
  /**
   * Errors of the last attempt, shown at the top of the form. They do not change while the visitor corrects a field, because a
   * change takes the focus.
   */
  summary: FieldErrors;
  attempt: number;
  isSending: boolean;
  /** Text key of the message beside the order button. Null: no message is shown. */
  trouble: string | null;
}

/**
 * Sends the order without leaving the page. Without JavaScript, the browser posts the form, and the server responds with the
 * page.
 */
export function useOrder({ point, plug, form, onRefused }: OrderFacts) {
  const { client, locale } = useVisit();
  const { formToken } = usePage();
  const charging = useCharging();
  const isBusy = useRef(false);
  const afterPress = useAfterPress();
  const fetched = useRef<Promise<string>>(null);
  /**
   * Fetches the form token. A cached page has none, because it is the same for all visitors. The token is fetched only once,
   * because each token makes one order.
   */
  const fetchToken = () => {
    fetched.current ??= fetchPageToken().catch((error: unknown) => {
      fetched.current = null;
      throw error;
    });
    return fetched.current;
  };
  const errors = form?.errors ?? {};
  const [state, setState] = useState<OrderState>({ errors, summary: errors, attempt: 0, isSending: false, trouble: null });
  const change = (part: Partial<OrderState>) => setState(known => ({ ...known, ...part }));

  useEffect(() => {
    // If the visitor returns from the payment provider's page, the browser restores this page in its busy state.
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isBusy.current = false;
      setState(known => ({ ...known, isSending: false }));
    };
    window.addEventListener('pageshow', restore);
    return () => window.removeEventListener('pageshow', restore);
  }, []);

  async function send(values: OrderValues) {
    isBusy.current = true;
    change({ isSending: true, trouble: null });
    try {
      const signed = formToken ?? (await within(fetchToken(), PATIENCE_MS));
      const request = toStartRequest(values, { point, plug, formToken: signed, locale });
      const started = await within(charging.startSession(request), PATIENCE_MS);
      window.location.assign(started.kind === 'pay' ? started.url : pathTo('session', { locale, ...sessionOf(started) }));
    } catch (error) {
      isBusy.current = false;
      change({ isSending: false, ...refusal(error) });
      if (error instanceof Problem && error.code !== 'invalid-input') onRefused({ values, errors: {}, problem: error.code });
    }
  }

  // Validates a field that has lost the focus, or a checkbox that has changed.
  function handleBlur({ target, currentTarget }: FocusEvent<HTMLFormElement> | ChangeEvent<HTMLFormElement>) {
    const { name } = target;
    // Fetches a missing token now, so that the order need not wait for it.
    if (formToken === null) fetchToken().catch(() => undefined);
    const values = readValues(currentTarget);
    afterPress(() => setState(known => ({ ...known, errors: errorsAfterBlur(known.errors, { name, values, client, plug }) })));
  }

  return {
    ...state,
    handleBlur,
    /** A checkbox is validated on change, because its value is then complete. */
    handleChange(event: ChangeEvent<HTMLFormElement>) {
      if (event.target.type === 'checkbox') handleBlur(event);
    },
    handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
      event.preventDefault();
      if (isBusy.current) return;
      const values = readValues(event.currentTarget);
      const found = orderErrors(values, { client, plug });
      setState(known => ({ ...known, errors: found, summary: found, attempt: known.attempt + 1 }));
      if (Object.keys(found).length === 0) void send(values);
    },
  };
}

function sessionOf({ sessionId, clientId }: Extract<Started, { kind: 'charging' }>) {
  return { sessionId, clientId };
}

/** Returns the errors that the form itself shows. All other errors are passed to `onRefused`. */
function refusal(error: unknown): Partial<OrderState> {
  if (error instanceof Problem) return error.code === 'invalid-input' ? { errors: error.fields, summary: error.fields } : {};
  return { trouble: error instanceof TimeoutError ? 'payment.slow' : 'payment.noAnswer' };
}
