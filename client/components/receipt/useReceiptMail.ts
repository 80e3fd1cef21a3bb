import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailState, Receipt } from '../../../shared/charging/receipt.ts';
import { useCharging } from '../../core/pageData.tsx';
import { useToasts } from '../../hooks/useToasts.ts';

/** Requests the e-mail without leaving the page. Returns its state, which the server's later data replace. */
export function useReceiptMail(receipt: Receipt) {
  const { t } = useTranslation();
  const charging = useCharging();
  const toasts = useToasts();
  const [reported, setReported] = useState<{ of: Receipt; mail: MailState } | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  const send = async () => {
    setIsSending(true);
    setHasFailed(false);
    try {
      await charging.sendReceipt({ receipt: receipt.receipt });
      const { mail } = await charging.getReceipt({ receipt: receipt.receipt });
      setReported({ of: receipt, mail });
      const headline = t(receipt.invoice === 'ready' ? 'receipt.mail.done' : 'receipt.mail.noted');
      toasts.add({ variant: 'success', headline });
    } catch {
      setHasFailed(true);
      toasts.add({ variant: 'error', headline: t('receipt.mail.failed'), description: t('receipt.mail.failed.text') });
    }
    setIsSending(false);
  };
  return {
    mail: reported?.of === receipt ? reported.mail : receipt.mail,
    isSending,
    hasFailed,
    handleSubmit(event: FormEvent) {
      event.preventDefault();
      if (!isSending) void send();
    },
  };
}
