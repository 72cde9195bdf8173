import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bounceOfAddress } from '../../../../src/service/bounces/delivery-status.ts'
import { readReport } from '../../../../src/service/bounces/read-report.ts'
import { startCpuTimer } from '../../../support/cpu-time.ts'

const folder = join(import.meta.dirname, 'corpus')

/** What each message of the corpus reports about ana@correo.example. */
const meanings: Record<string, string> = {
  'archived-mailbox-french': 'hard mailbox_disabled',
  'arf-abuse': 'complaint',
  'arf-auth-failure': 'other',
  'arf-fraud-base64': 'complaint',
  'arf-headers-only': 'complaint',
  'arf-not-spam': 'other',
  'broken-mime': 'hard user_not_found',
  'cloud-relay-bounce': 'hard user_not_found',
  'cloud-relay-suppressed': 'soft policy',
  courier: 'hard user_not_found',
  'disabled-account': 'hard mailbox_disabled',
  disposition: 'other',
  domino: 'hard user_not_found',
  empty: 'other',
  'exchange-edge': 'hard user_not_found',
  'exchange-not-found': 'hard user_not_found',
  'exchange-quota': 'soft mailbox_full',
  'exchange-too-large': 'soft too_large',
  'exim-delayed': 'no bounce',
  'exim-refused': 'hard user_not_found',
  'exim-spam': 'soft content',
  'exim-unrouteable': 'hard user_not_found',
  forwarded: 'hard user_not_found',
  'forwarded-to-several': 'no bounce',
  'gateway-blocked': 'soft policy',
  'gmail-style-full': 'soft mailbox_full',
  'gmail-style-not-found': 'hard user_not_found',
  groupwise: 'hard user_not_found',
  hmailserver: 'hard user_not_found',
  'hosted-exchange-access-denied': 'hard user_not_found',
  'hosted-exchange-blocked': 'soft policy',
  'hosted-exchange-no-domain': 'hard domain_not_found',
  'inactive-mailbox-french': 'hard mailbox_disabled',
  international: 'hard user_not_found',
  'left-the-company': 'auto_reply',
  'loose-exchange-spanish': 'hard user_not_found',
  'loose-french': 'hard user_not_found',
  'loose-german': 'hard user_not_found',
  'loose-html': 'hard user_not_found',
  'loose-italian': 'soft mailbox_full',
  'loose-latin-1': 'soft mailbox_full',
  'loose-no-subject-words': 'hard user_not_found',
  'loose-nothing-said': 'soft unknown',
  'loose-portuguese': 'hard user_not_found',
  'loose-spanish': 'soft mailbox_full',
  mdaemon: 'soft mailbox_full',
  'no-diagnostic': 'hard user_not_found',
  'original-recipient-differs': 'hard user_not_found',
  person: 'other',
  'postfix-connection-refused': 'soft not_reached',
  'postfix-delayed': 'no bounce',
  'postfix-delivered': 'no bounce',
  'postfix-expanded': 'no bounce',
  'postfix-expired': 'soft not_reached',
  'postfix-local-unknown': 'hard user_not_found',
  'postfix-no-domain': 'hard domain_not_found',
  'postfix-relayed': 'no bounce',
  'postfix-spam': 'soft policy',
  'postfix-user-unknown': 'hard user_not_found',
  'qmail-no-mailbox': 'hard user_not_found',
  'qmail-quota': 'soft mailbox_full',
  'read-receipt': 'other',
  'sendmail-no-action': 'hard user_not_found',
  'sendmail-transcript': 'hard user_not_found',
  'status-as-text': 'hard user_not_found',
  'status-in-base64': 'soft mailbox_full',
  'status-quoted-printable': 'hard user_not_found',
  'subscription-confirm': 'auto_reply',
  'two-recipients': 'soft mailbox_full',
  vacation: 'auto_reply',
  'vacation-french': 'auto_reply',
  'vacation-german': 'auto_reply',
  'vacation-spanish': 'auto_reply',
  'vague-status': 'hard user_not_found',
  'webmail-disabled': 'hard mailbox_disabled',
  'webmail-no-account': 'hard user_not_found',
}

const read = (name: string) => readReport(readFileSync(join(folder, `${name}.eml`)))

async function meaningOf(name: string): Promise<string> {
  const report = await read(name)
  if (report.is !== 'delivery_status') return report.is
  const bounce = bounceOfAddress(report.recipients, 'Ana@correo.example')
  return bounce ? `${bounce.refusal.type} ${bounce.refusal.kind}` : 'no bounce'
}

test.each(Object.entries(meanings))('%s is read as: %s', async (name, meaning) => {
  expect(await meaningOf(name)).toBe(meaning)
})

test('every message of the corpus has an expected result', () => {
  const names = readdirSync(folder).flatMap((file) => /^(.+)\.eml$/.exec(file)?.[1] ?? [])
  expect(names.sort()).toEqual(Object.keys(meanings).sort())
})

test('a complaint identifies the message by return path and unsubscribe URL', async () => {
  expect(await read('arf-abuse')).toEqual({
    is: 'complaint',
    complaint: {
      returnPaths: ['b-00@mail.example'],
      unsubscribeUrls: ['https://mail.example/u/ficha'],
    },
  })
  expect(await read('arf-headers-only')).toMatchObject({
    complaint: { returnPaths: [], unsubscribeUrls: ['https://mail.example/u/ficha'] },
  })
})

test('the diagnostic is one line of limited length', async () => {
  const report = await read('postfix-user-unknown')
  expect(report).toMatchObject({
    recipients: [
      {
        bounce: {
          diagnostic:
            '550 5.1.1 <ana@correo.example>: Recipient address rejected: User unknown in virtual mailbox table',
        },
      },
    ],
  })
})

test('a long malformed message takes linear time', async () => {
  const head = 'From: MAILER-DAEMON@mx.example\r\nSubject: failure notice\r\n\r\n'
  for (const each of ['-', 'user ', '<a ', '\n \t', '\n', '=\n', '(', '<']) {
    // No more than the inbox keeps of a message.
    const body = each.repeat(128 * 1024).slice(0, 128 * 1024)
    const cpuMs = startCpuTimer()
    await readReport(Buffer.from(head + body))
    expect(cpuMs()).toBeLessThan(1000)
  }
})

test('a complaint finds the link to unsubscribe after many other links', async () => {
  const links = Array.from({ length: 40 }, (_, n) => `<a href="https://mail.example/c/${n}">x</a>`)
  const raw = [
    ...['From: staff@provider.example', 'Subject: complaint about message from 192.0.2.7'],
    ...['Content-Type: multipart/mixed; boundary=part', ''],
    ...['--part', 'Content-Type: message/rfc822', ''],
    ...['Subject: Rebajas', 'Content-Type: text/html', '', ...links],
    ...['<a href="https://mail.example/u/ficha">Baja</a>', '--part--', ''],
  ]
  expect(await readReport(Buffer.from(raw.join('\r\n')))).toMatchObject({
    complaint: { unsubscribeUrls: ['https://mail.example/u/ficha'] },
  })
})
