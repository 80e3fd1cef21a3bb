import { type FormEvent, useEffect, useState } from 'react';
import { receiptSearchErrors } from '../../../shared/forms/receiptSearch.ts';
import type { FieldErrors, ProblemCode } from '../../../shared/problem.ts';
import type { FormState } from '../../pageData.tsx';

interface SearchForm {
  errors: FieldErrors;
  problem: ProblemCode | null;
  isSending: boolean;
  handleSubmit(event: FormEvent<HTMLFormElement>): void;
}

/** Checks the form before the browser sends it, with the rules of the server. What the server found wrong stays until then. */
export function useSearchForm(form: FormState | null): SearchForm {
  const [told, setTold] = useState({ errors: form?.errors ?? {}, problem: form?.problem ?? null });
  const [isSending, setIsSending] = useState(false);

  // A page that comes back from the browser's memory was frozen while it was sending.
  useEffect(() => {
    const wake = () => setIsSending(false);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? '');
    const search = { country: text('country'), date: text('date'), price: text('price'), creditCard: text('creditCard') };
    // Which day it is is for the server to say: the page may have been open since yesterday.
    const errors = receiptSearchErrors(search, { latestDate: null });
    const isFine = Object.keys(errors).length === 0;
    if (!isFine || isSending) event.preventDefault();
    setTold({ errors, problem: null });
    setIsSending(isFine);
  };
  return { ...told, isSending, handleSubmit };
}
