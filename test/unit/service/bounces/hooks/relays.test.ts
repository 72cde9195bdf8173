import { expect, test } from 'vitest'
import { readPostmark } from '../../../../../src/service/bounces/hooks/postmark.ts'
import type { ProviderEvent } from '../../../../../src/service/bounces/hooks/provider-event.ts'
import { readSendgrid } from '../../../../../src/service/bounces/hooks/sendgrid.ts'
import { readSes } from '../../../../../src/service/bounces/hooks/ses.ts'
import { isOfSns } from '../../../../../src/service/bounces/hooks/sns.ts'
import {
  postmarkBounce,
  sendgridEvent,
  sesBounce,
  sesComplaint,
} from '../../../../support/mail/provider-events.ts'

const briefly = (events: readonly ProviderEvent[]) =>
  events.map(({ report }) =>
    report.is === 'bounce'
      ? `${report.isPermanent ? 'permanent' : 'temporary'} ${report.status}`
      : report.is,
  )

test.each<[name: string, body: object, expected: string[]]>([
  ['a mailbox that is not there', sesBounce({}), ['permanent 5.1.1']],
  [
    'a full mailbox, of event publishing',
    {
      ...sesBounce({
        type: 'Transient',
        recipient: { status: '4.2.2', diagnosticCode: 'smtp; 452 4.2.2 Full' },
      }),
      notificationType: undefined,
      eventType: 'Bounce',
    },
    ['temporary 4.2.2'],
  ],
  [
    'an address on its own list, with nothing said',
    sesBounce({ recipient: { emailAddress: 'ana@correo.example' } }),
    ['permanent '],
  ],
  ['a complaint', sesComplaint('', 'abuse'), ['complaint']],
  ['a complaint without its kind', sesComplaint(''), ['complaint']],
  ['a complaint that was taken back', sesComplaint('', 'not-spam'), []],
  ['a delivery', { notificationType: 'Delivery', mail: {}, delivery: {} }, []],
  ['nothing', {}, []],
])('SES: %s', (_, body, expected) => expect(briefly(readSes(body))).toEqual(expected))

test('SES events name the return path, and the Message-ID if headers are included', () => {
  const headers = [
    { name: 'From', value: 'hola@tienda.example' },
    { name: 'Message-ID', value: '<3.7@mail.example>' },
  ]
  const [event] = readSes(sesBounce({ source: 'b-01@rebotes.example', headers }))
  expect(event?.messageRefs).toEqual(['b-01@rebotes.example', '<3.7@mail.example>'])
  expect(event?.report).toMatchObject({ response: '550 5.1.1 <ana@correo.example>: User unknown' })
})

test.each<[name: string, event: object, expected: string[]]>([
  [
    'a bounce',
    sendgridEvent('bounce', { type: 'bounce', status: '5.1.1', reason: '550 5.1.1 No such user' }),
    ['permanent 5.1.1'],
  ],
  [
    'one that is blocked',
    sendgridEvent('bounce', { type: 'blocked', status: '5.7.1', reason: '550 5.7.1 Blocked' }),
    ['temporary 5.7.1'],
  ],
  [
    'one without a status',
    sendgridEvent('bounce', { type: 'blocked', reason: 'unable to get mx info' }),
    ['temporary '],
  ],
  ['one it remembers', sendgridEvent('dropped', { reason: 'Bounced Address' }), ['permanent ']],
  [
    'one who complained before',
    sendgridEvent('dropped', { reason: 'Spam Reporting Address' }),
    ['complaint'],
  ],
  ['one that unsubscribed there', sendgridEvent('dropped', { reason: 'Unsubscribed Address' }), []],
  ['a complaint', sendgridEvent('spamreport'), ['complaint']],
  ['a delay', sendgridEvent('deferred', { response: '450 4.2.0 Later' }), []],
  ['an open', sendgridEvent('open'), []],
])('SendGrid: %s', (_, event, expected) => expect(briefly(readSendgrid([event]))).toEqual(expected))

test('SendGrid events have our metadata and the Message-ID', () => {
  const event = sendgridEvent('spamreport', {
    remite: '3.7@mail.example',
    'smtp-id': '<3.7@mail.example>',
  })
  expect(readSendgrid([event])[0]?.messageRefs).toEqual(['3.7@mail.example', '<3.7@mail.example>'])
})

test.each<[type: string, expected: string[]]>([
  ['HardBounce', ['permanent ']],
  ['BadEmailAddress', ['permanent ']],
  ['SoftBounce', ['temporary ']],
  ['SpamNotification', ['temporary ']],
  ['SpamComplaint', ['complaint']],
  ['AutoResponder', []],
  ['ChallengeVerification', []],
  ['Unsubscribe', []],
])('Postmark: %s', (type, expected) => {
  expect(briefly(readPostmark(postmarkBounce(type)))).toEqual(expected)
})

test('Postmark events have our metadata, whatever the case of its key', () => {
  const body = postmarkBounce('HardBounce', { Metadata: { Remite: '3.7@mail.example' } })
  expect(readPostmark(body)[0]?.messageRefs).toEqual(['3.7@mail.example'])
})

test('unexpected input gives no events', () => {
  for (const body of [null, 7, 'text', [], [null, 3, []], { mail: 3, notificationType: [] }]) {
    for (const read of [readSes, readSendgrid, readPostmark]) expect(read(body)).toEqual([])
  }
})

test.each<[url: string, is: boolean]>([
  ['https://sns.eu-west-1.amazonaws.com/x.pem', true],
  ['https://sns.cn-north-1.amazonaws.com.cn/x.pem', true],
  ['http://sns.eu-west-1.amazonaws.com/x.pem', false],
  ['https://sns.eu-west-1.amazonaws.com:8443/x.pem', false],
  ['https://me@sns.eu-west-1.amazonaws.com/x.pem', false],
  ['https://sns.eu-west-1.amazonaws.com.evil.example/x.pem', false],
  ['https://evil.example/sns.eu-west-1.amazonaws.com', false],
  ['https://bucket.s3.amazonaws.com/x.pem', false],
  ['https://sns.evil.example.amazonaws.com/x.pem', false],
  ['', false],
])('SNS URL: %s is %s', (url, is) => expect(isOfSns(url)).toBe(is))
