import { listOf, objectOf, type Told, textOf } from './told.ts'

/** Of these two kinds nobody complained: a key was wrong, or somebody took it back. */
const notComplaints = ['not-spam', 'auth-failure']

/**
 * Reads a notification of Amazon SES, or an event of its event publishing. `source` is the return
 * path that we gave; the Message-ID is among the headers where SES was asked to send them.
 */
export function readSes(notification: unknown): Told[] {
  const { notificationType, eventType, mail, bounce, complaint } = objectOf(notification)
  const marks = marksOf(objectOf(mail))
  const kind = textOf(notificationType) || textOf(eventType)
  if (kind === 'Bounce') return [{ marks, says: readBounce(objectOf(bounce)) }]
  if (kind !== 'Complaint') return []
  const { complaintFeedbackType } = objectOf(complaint)
  if (notComplaints.includes(textOf(complaintFeedbackType))) return []
  return [{ marks, says: { is: 'complaint' } }]
}

function readBounce({ bounceType, bouncedRecipients }: Readonly<Record<string, unknown>>) {
  // A message of ours has one recipient.
  const [recipient = {}] = listOf(bouncedRecipients)
  return {
    is: 'bounce',
    said: textOf(recipient.diagnosticCode).replace(/^[\w-]+; */, ''),
    status: textOf(recipient.status),
    isForGood: bounceType === 'Permanent',
  } as const
}

function marksOf({ source, headers }: Readonly<Record<string, unknown>>): string[] {
  const ids = listOf(headers).filter(({ name }) => textOf(name).toLowerCase() === 'message-id')
  return [textOf(source), ...ids.map(({ value }) => textOf(value))]
}
