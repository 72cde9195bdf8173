import { createTransport } from 'nodemailer'

export interface DeliveryStatus {
  action?: string
  status?: string
  diagnostic?: string
}

/** Creates a delivery status notification (RFC 3464) for one address. */
export function deliveryReport(address: string, delivery: DeliveryStatus = {}): string {
  const { action = 'failed', status = '5.1.1', diagnostic = '550 5.1.1 User unknown' } = delivery
  return [
    'From: Mail Delivery System <MAILER-DAEMON@mx.correo.example>',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'This is the mail system at host mx.correo.example.',
    '',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.correo.example',
    '',
    `Final-Recipient: rfc822; ${address}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${diagnostic}`,
    '',
    '--part--',
    '',
  ].join('\r\n')
}

/** Creates an abuse report (RFC 5965) about the original message. */
export const feedbackReport = (original: Buffer): string =>
  [
    'From: fbl@proveedor.example',
    'Subject: FW: Rebajas',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="informe"',
    '',
    '--informe',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'Version: 1',
    '',
    '--informe',
    'Content-Type: message/rfc822',
    '',
    original.toString('latin1'),
    '',
    '--informe--',
    '',
  ].join('\r\n')

/**
 * Submits a report as a mail server does, with the null sender, and with STARTTLS if `tls` is set.
 * Returns the last reply of the bounce server.
 */
export async function sendReport(
  port: number,
  to: string | readonly string[],
  raw: string | Buffer,
  tls?: { ca: string; servername: string },
): Promise<string> {
  const smtp = createTransport({
    host: '127.0.0.1',
    port,
    ...(tls ? { requireTLS: true, tls } : { ignoreTLS: true }),
  })
  const envelope = { from: '', to: [to].flat() }
  const response = await smtp.sendMail({ envelope, raw }).then(
    ({ response }) => response,
    (error) => error.response ?? String(error),
  )
  smtp.close()
  return response
}
