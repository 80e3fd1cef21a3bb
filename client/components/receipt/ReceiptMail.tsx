import { useTranslation } from 'react-i18next';
import type { MailState, Receipt } from '../../../shared/charging/receipt.ts';
import { Button } from '../control/Button.tsx';
import { ErrorLine } from '../control/Field.styles.ts';
import { Stack } from '../layout/Stack.ts';
import { Icon } from '../text/Icon.tsx';
import { Num, Small } from '../text/Text.tsx';
import { useReceiptMail } from './useReceiptMail.ts';

interface ReceiptMailProps {
  receipt: Receipt;
  /** Address to which the form is posted if there is no JavaScript. */
  action: string;
}

/**
 * Says whether the receipt was sent by e-mail, with a button to send it. The e-mail address is never shown, because the visitor
 * may have shared the link of this page.
 */
export function ReceiptMail({ receipt, action }: ReceiptMailProps) {
  const { t } = useTranslation();
  const { mail, isSending, hasFailed, handleSubmit } = useReceiptMail(receipt);
  const isReady = receipt.invoice === 'ready';
  if (receipt.invoice === 'none') return null;
  const words: Readonly<Record<MailState, string | null>> = {
    none: t('receipt.mail.none'),
    offered: null,
    coming: t('receipt.mail.coming'),
    sent: t('receipt.mail.sent'),
    spent: t('receipt.mail.spent'),
  };
  const offer = mail === 'sent' ? t('receipt.mail.again') : t(isReady ? 'receipt.mail.send' : 'receipt.mail.ask');
  return (
    <Stack $gap={2}>
      {words[mail] && <Small>{words[mail]}</Small>}
      {hasFailed && (
        <ErrorLine>
          <Icon name="circle-alert" />
          <span>
            {t('receipt.mail.failed')} {t('receipt.mail.failed.text')}
          </span>
        </ErrorLine>
      )}
      {(mail === 'offered' || mail === 'sent') && (
        <form method="post" action={action} onSubmit={handleSubmit}>
          <input type="hidden" name="receipt" value={receipt.receipt} />
          <Button $variant="quiet" type="submit" aria-disabled={isSending || undefined}>
            <Icon name="mail" />
            <WholeWords text={offer} />
          </Button>
        </form>
      )}
    </Stack>
  );
}

/** Prevents a line break within hyphenated words such as "e-mail". */
function WholeWords({ text }: { text: string }) {
  const pieces = text.split(/(\S+-\S+)/);
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
  return pieces.map((piece, place) => (place % 2 === 1 ? <Num key={place}>{piece}</Num> : piece));
}
