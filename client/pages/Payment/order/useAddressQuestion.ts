import { type FocusEvent, useRef, useState } from 'react';
import { meantAddress } from '../../../../shared/forms/mailDomain.ts';
import type { OrderValues } from '../parts/orderForm.ts';
import { useAfterPress } from './useAfterPress.ts';

interface Question {
  typed: string;
  meant: string;
}

/** Asks about an address that looks mistyped, once for each. What the server has sent back is asked about at once. */
export function useAddressQuestion({ email = '', emailAsked = '' }: OrderValues) {
  const afterPress = useAfterPress();
  const known = useRef(emailAsked);
  const [question, setQuestion] = useState(() => questionOf(email, emailAsked));
  return {
    question,
    /** Goes with the form, so that nobody is asked twice. */
    asked: question?.typed ?? emailAsked,
    handleBlur({ target }: FocusEvent<HTMLInputElement>) {
      const typed = target.value;
      afterPress(() => setQuestion(questionOf(typed, known.current)));
    },
    handleAnswer(isMeant: boolean) {
      if (!question) return;
      known.current = question.typed;
      setQuestion(null);
      if (isMeant) correct(question);
      document.getElementById('email')?.focus();
    },
  };
}

function questionOf(typed: string, asked: string): Question | null {
  const meant = typed === asked ? null : meantAddress(typed);
  return meant === null ? null : { typed, meant };
}

/** Both fields, where both hold it. They belong to the browser, not to React. */
function correct({ typed, meant }: Question): void {
  for (const id of ['email', 'emailConfirmation']) {
    const field = document.getElementById(id);
    if (field instanceof HTMLInputElement && field.value.trim() === typed.trim()) field.value = meant;
  }
}
