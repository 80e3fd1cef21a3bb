import { type ChangeEvent, type FocusEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { ChargingPoint, Plug, Started } from '../../../../shared/charging/charging.ts';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { type FieldErrors, Problem } from '../../../../shared/model/problem.ts';
import { TimeoutError, within } from '../../../../shared/util/within.ts';
import { type FormState, useCharging, usePage, useVisit } from '../../../core/pageData.tsx';
import { errorsAfterBlur, type OrderValues, orderErrors, readValues, toStartRequest } from '../parts/orderForm.ts';
import { fetchPageToken } from './pageToken.ts';
import { useAfterPress } from './useAfterPress.ts';

/** After this time the visitor may try again. The form token makes sure that a repeated order is the same order. */
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
   * Errors of the last attempt, shown at the top of the form. They stay unchanged while the visitor corrects a field, so that
   * the focus is not taken away.
   */
  summary: FieldErrors;
  attempt: number;
  isSending: boolean;
  /** Text key of the message beside the button. Null: no message. */
  trouble: string | null;
}

/**
 * Sends the order without leaving the page. Without JavaScript the browser posts the form, and the server responds with the same
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
   * A cached page, which is the same for every visitor, has no form token. Its token is fetched once, because each token makes
   * one order; only a failed request is repeated.
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
    // If the visitor returns from the payment provider's page, the browser restores this page as it was left: busy.
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

  // Validates a field when it loses the focus, or a checkbox when it changes. React types both events by the form.
  function handleBlur({ target, currentTarget }: FocusEvent<HTMLFormElement> | ChangeEvent<HTMLFormElement>) {
    const { name } = target;
    // Fetches a missing token early, so that the order does not wait for it.
    if (formToken === null) fetchToken().catch(() => undefined);
    const values = readValues(currentTarget);
    afterPress(() => setState(known => ({ ...known, errors: errorsAfterBlur(known.errors, { name, values, client, plug }) })));
  }

  return {
    ...state,
    handleBlur,
    /** A checkbox is validated when it changes, because its value is complete then. */
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

/** Returns the errors that the form itself shows. Other problems are passed to `onRefused`. */
function refusal(error: unknown): Partial<OrderState> {
  if (error instanceof Problem) return error.code === 'invalid-input' ? { errors: error.fields, summary: error.fields } : {};
  return { trouble: error instanceof TimeoutError ? 'payment.slow' : 'payment.noAnswer' };
}
