import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { receiptSearchErrors } from '../../../shared/forms/receiptSearch.ts';
import { splitLocale } from '../../../shared/model/locales.ts';
import type { FieldErrors, ProblemCode } from '../../../shared/model/problem.ts';
import { within } from '../../../shared/util/within.ts';
import type { Searched } from '../../core/page.ts';
import type { FormState } from '../../core/pageData.tsx';

interface SearchForm {
  /** The values that were submitted last. */
  values: FormState['values'];
  errors: FieldErrors;
  problem: ProblemCode | null;
  isSending: boolean;
  handleSubmit(event: FormEvent<HTMLFormElement>): void;
}

/** The JSON response to a search that a script has sent. */
type Answer =
  | { redirect: string; forward: { found: readonly string[]; searched: Searched } }
  | { errors: FieldErrors; problem: ProblemCode | null };

/** Longer than the server's own time limit for a search in another system. */
const PATIENCE_MS = 15_000;

/**
 * Validates the form with the server's rules, sends it, and opens the results. Without JavaScript, the browser posts the form.
 */
export function useSearchForm(form: FormState | null): SearchForm {
  const navigate = useNavigate();
  const [reported, setAnnounced] = useState<FormState>(form ?? { values: {}, errors: {}, problem: null });
  const [isSending, setIsSending] = useState(false);

  // A page from the back/forward cache may still be busy.
  useEffect(() => {
    const wake = () => setIsSending(false);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  const send = async (element: HTMLFormElement) => {
    try {
      const answer = await within(fetchResults(element), PATIENCE_MS);
      // The form stays busy until the results page replaces it.
      if ('redirect' in answer) return void navigate(splitLocale(answer.redirect).path, { state: answer.forward });
      setAnnounced(sent => ({ ...sent, ...answer }));
    } catch {
      setAnnounced(sent => ({ ...sent, problem: 'search-failed' }));
    }
    setIsSending(false);
  };

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? '');
    const search = { country: text('country'), date: text('date'), price: text('price'), creditCard: text('creditCard') };
    // Only the server checks that the date is not in the future. This page may have been open since yesterday, so its own date
    // may be old.
    const errors = receiptSearchErrors(search, { latestDate: null });
    const isFine = Object.keys(errors).length === 0;
    setAnnounced({ values: { ...search, evse: text('evse') }, errors, problem: null });
    setIsSending(isFine);
    if (isFine) void send(event.currentTarget);
  };
  return { ...reported, isSending, handleSubmit };
}

async function fetchResults(form: HTMLFormElement): Promise<Answer> {
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams(typed),
  });
  const answer = (await response.json()) as Partial<Answer & { problem: ProblemCode }>;
  if ('redirect' in answer || 'errors' in answer) return answer as Answer;
  return { errors: {}, problem: answer.problem ?? 'unexpected' };
}
