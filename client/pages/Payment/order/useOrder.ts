import { type ChangeEvent, type FocusEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { ChargingPoint, Plug, Started } from '../../../../shared/charging/charging.ts';
import { pathTo } from '../../../../shared/charging/paths.ts';
import { type FieldErrors, Problem } from '../../../../shared/model/problem.ts';
import { TimeoutError, within } from '../../../../shared/util/within.ts';
import { fetchFormToken } from '../../../core/charging.ts';
import { type FormState, useCharging, usePage, useVisit } from '../../../core/pageData.tsx';
import { errorsAfterBlur, type OrderValues, orderErrors, readValues, toStartRequest } from '../parts/orderForm.ts';
import { useAfterPress } from './useAfterPress.ts';

/** Longer than this, and the visitor may try again: the order is the same one. */
const PATIENCE_MS = 15_000;

interface OrderFacts {
  point: ChargingPoint;
  plug: Plug;
  form: FormState | null;
  /** The order was not taken for a reason that no field has; everything typed comes along. */
  onRefused: (form: FormState) => void;
}

interface OrderState {
  /** Beside the fields. */
  errors: FieldErrors;
  /** On top of the form, as of the last attempt: it must not move the focus while somebody corrects a field. */
  summary: FieldErrors;
  attempt: number;
  isSending: boolean;
  /** Key of what is said beside the button. */
  trouble: string | null;
}

/** Sends the order with JavaScript. Without it the form posts itself, and the server answers with the same page. */
export function useOrder({ point, plug, form, onRefused }: OrderFacts) {
  const { client, locale } = useVisit();
  const { formToken } = usePage();
  const charging = useCharging();
  const isBusy = useRef(false);
  const afterPress = useAfterPress();
  const fetched = useRef<Promise<string>>(null);
  /** A page that is the same for every visitor has no token. One token makes one order, so only a failed request is repeated. */
  const fetchToken = () => {
    fetched.current ??= fetchFormToken().catch((error: unknown) => {
      fetched.current = null;
      throw error;
    });
    return fetched.current;
  };
  const errors = form?.errors ?? {};
  const [state, setState] = useState<OrderState>({ errors, summary: errors, attempt: 0, isSending: false, trouble: null });
  const change = (part: Partial<OrderState>) => setState(known => ({ ...known, ...part }));

  useEffect(() => {
    // Back from the payment page, the browser shows this one as it was left: busy.
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

  // Typed as the form; what has lost the focus, or was ticked, is one of its fields.
  function handleBlur({ target, currentTarget }: FocusEvent<HTMLFormElement> | ChangeEvent<HTMLFormElement>) {
    const { name } = target;
    // Before the order needs it.
    if (formToken === null) fetchToken().catch(() => undefined);
    const values = readValues(currentTarget);
    afterPress(() => setState(known => ({ ...known, errors: errorsAfterBlur(known.errors, { name, values, client, plug }) })));
  }

  return {
    ...state,
    handleBlur,
    /** A tick is complete at once: nobody leaves it to go on. */
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

/** What the form itself can say about a failed attempt. */
function refusal(error: unknown): Partial<OrderState> {
  if (error instanceof Problem) return error.code === 'invalid-input' ? { errors: error.fields, summary: error.fields } : {};
  return { trouble: error instanceof TimeoutError ? 'payment.slow' : 'payment.noAnswer' };
}
