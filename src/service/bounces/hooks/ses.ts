import { isComplaintType } from '../feedback-report.ts'
import { listOf, objectOf, type ProviderEvent, textOf } from './provider-event.ts'

/**
 * Reads a notification of Amazon SES, or an event of its event publishing. `source` is our return path.
 * The headers, with our Message-ID, are there only when SES is configured to send them.
 */
export function readSes(notification: unknown): ProviderEvent[] {
  const { notificationType, eventType, mail, bounce, complaint } = objectOf(notification)
  const messageRefs = messageRefsOf(objectOf(mail))
  const kind = textOf(notificationType) || textOf(eventType)
  if (kind === 'Bounce') return [{ messageRefs, report: readBounce(objectOf(bounce)) }]
  if (kind !== 'Complaint') return []
  const { complaintFeedbackType } = objectOf(complaint)
  if (!isComplaintType(textOf(complaintFeedbackType))) return []
  return [{ messageRefs, report: { is: 'complaint' } }]
}

function readBounce({ bounceType, bouncedRecipients }: Readonly<Record<string, unknown>>) {
  // Our messages have one recipient each.
  const [recipient = {}] = listOf(bouncedRecipients)
  return {
    is: 'bounce',
    response: textOf(recipient.diagnosticCode).replace(/^[\w-]+; */, ''),
    status: textOf(recipient.status),
    isPermanent: bounceType === 'Permanent',
  } as const
}

function messageRefsOf({ source, headers }: Readonly<Record<string, unknown>>): string[] {
  const ids = listOf(headers).filter(({ name }) => textOf(name).toLowerCase() === 'message-id')
  return [textOf(source), ...ids.map(({ value }) => textOf(value))]
}
