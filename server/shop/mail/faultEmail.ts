import { formatDate } from '../../../shared/figures/format.ts';
import { iso } from '../../../shared/model/time.ts';
import type { ClientRecord, PointRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { FaultReportRecord } from '../../store/shop/faultReports.ts';
import { sendBrandEmail } from './brandEmail.ts';
import type { EmailText } from './emailParts.ts';

interface FaultEmail {
  client: ClientRecord;
  point: PointRecord;
  report: FaultReportRecord;
  answer: FaultReportRecord['answers'][number];
  to: string;
  key: string;
}

/**
 * E-mails the answer of staff to a driver who has reported a fault, in the language of the report. The driver's own words are
 * not repeated, because another person may have typed the address.
 */
export async function sendFaultEmail(
  context: OperatorContext,
  { client, point, report, answer, to, key }: FaultEmail,
): Promise<void> {
  const { locale, kind, receivedAt } = report;
  const translate = (name: string, values: Readonly<Record<string, string>> = {}) => context.translator(locale, name, values);
  const region = { locale, country: point.country, timeZone: point.timeZone };
  const text: EmailText = {
    subject: translate('mail.fault.subject', { place: point.street }),
    state: translate('mail.fault.state'),
    lead: [translate('mail.fault.lead'), ...answer.words.split(/\n{2,}/)],
    more: [
      { heading: translate('mail.fault.about') },
      {
        rows: [
          [translate('mail.fault.kind'), translate(`fault.kind.${kind}`)],
          [translate('mail.fault.place'), `${point.street}, ${point.postalCode} ${point.city}`],
          [translate('location.evse'), point.evseId],
          [translate('mail.fault.date'), formatDate(iso(receivedAt), region)],
        ],
      },
      translate('mail.fault.deleted'),
    ],
  };
  await sendBrandEmail(context, { client, locale, to, key, greeting: null, text });
}
