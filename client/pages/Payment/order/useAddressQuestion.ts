import { type FocusEvent, useRef, useState } from 'react';
import { meantAddress } from '../../../../shared/forms/mailDomain.ts';
import type { OrderValues } from '../parts/orderForm.ts';
import { useAfterPress } from './useAfterPress.ts';

interface Question {
  typed: string;
  meant: string;
}

/**
 * Asks once per e-mail address about a probable typing error in it. If the server has returned the form, the question is already
 * there.
 */
export function useAddressQuestion({ email = '', questionedEmail = '' }: OrderValues) {
  const afterPress = useAfterPress();
  const known = useRef(questionedEmail);
  const [question, setQuestion] = useState(() => questionOf(email, questionedEmail));
  return {
    question,
    /** The e-mail address about which the driver was asked. It is sent with the form, so that the server does not ask again. */
    requested: question?.typed ?? questionedEmail,
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

function questionOf(typed: string, requested: string): Question | null {
  const meant = typed === requested ? null : meantAddress(typed);
  return meant === null ? null : { typed, meant };
}

/** Corrects the e-mail fields with the typing error. Changes the DOM, because the fields are uncontrolled. */
function correct({ typed, meant }: Question): void {
  for (const id of ['email', 'emailConfirmation']) {
    const field = document.getElementById(id);
    if (field instanceof HTMLInputElement && field.value.trim() === typed.trim()) field.value = meant;
  }
}
