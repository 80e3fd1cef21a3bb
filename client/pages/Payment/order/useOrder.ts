import { type ChangeEvent, type FocusEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { ChargingPoint, Plug, Started } from '../../../../shared/charging/charging.ts';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { type FieldErrors, Problem } from '../../../../shared/model/problem.ts';
import { TimeoutError, within } from '../../../../shared/util/within.ts';
import { type FormState, useCharging, usePage, useVisit } from '../../../core/pageData.tsx';
import { errorsAfterBlur, type OrderValues, orderErrors, readValues, toStartRequest } from '../parts/orderForm.ts';
import { fetchPageToken } from './pageToken.ts';
import { useAfterPress } from './useAfterPress.ts';

/** After this time the visitor may try again. A repeated order is the same order. */
const PATIENCE_MS = 15_000;

interface OrderFacts {
  point: ChargingPoint;
  plug: Plug;
  form: FormState | null;
  /** Called if the order is refused for a reason that belongs to no field. The form contains all typed values. */
  onRefused: (form: FormState) => void;
}

interface OrderState {
  /** Errors beside the fields. */
  errors: FieldErrors;
  /**
   * Errors of the last attempt at the top of the form. They change only with an attempt, so that the focus stays while the
   * visitor corrects a field.
   */
  summary: FieldErrors;
  attempt: number;
  isSending: boolean;
  /** Text key of the message beside the button. */
  trouble: string | null;
}

/** Sends the order with JavaScript. Without JavaScript the browser posts the form, and the server responds with the same page. */
export function useOrder({ point, plug, form, onRefused }: OrderFacts) {
  const { client, locale } = useVisit();
  const { formToken } = usePage();
  const charging = useCharging();
  const isBusy = useRef(false);
  const afterPress = useAfterPress();
  const fetched = useRef<Promise<string>>(null);
  /** A page that is the same for every visitor has no token. One token makes one order, so only a failed request is repeated. */
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
    // When the visitor returns from the payment page, the browser shows this page in the busy state in which it was left.
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

  // Validates a field when it loses the focus or when its checkbox changes. React types the event by the form.
  function handleBlur({ target, currentTarget }: FocusEvent<HTMLFormElement> | ChangeEvent<HTMLFormElement>) {
    const { name } = target;
    // Fetches the token early, so that the order need not wait for the request.
    if (formToken === null) fetchToken().catch(() => undefined);
    const values = readValues(currentTarget);
    afterPress(() => setState(known => ({ ...known, errors: errorsAfterBlur(known.errors, { name, values, client, plug }) })));
  }

  return {
    ...state,
    handleBlur,
    /** A checkbox is complete at once, without losing the focus. */
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

/** The errors of a failed attempt that the form shows itself. */
function refusal(error: unknown): Partial<OrderState> {
  if (error instanceof Problem) return error.code === 'invalid-input' ? { errors: error.fields, summary: error.fields } : {};
  return { trouble: error instanceof TimeoutError ? 'payment.slow' : 'payment.noAnswer' };
}
