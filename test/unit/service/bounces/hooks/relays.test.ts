import { expect, test } from 'vitest'
import { readPostmark } from '../../../../../src/service/bounces/hooks/postmark.ts'
import { readSendgrid } from '../../../../../src/service/bounces/hooks/sendgrid.ts'
import { readSes } from '../../../../../src/service/bounces/hooks/ses.ts'
import { isOfSns } from '../../../../../src/service/bounces/hooks/sns.ts'
import type { Told } from '../../../../../src/service/bounces/hooks/told.ts'
import {
  postmarkBounce,
  sendgridEvent,
  sesBounce,
  sesComplaint,
} from '../../../../support/relay-posts.ts'

const briefly = (told: readonly Told[]) =>
  told.map(({ says }) =>
    says.is === 'bounce' ? `${says.isForGood ? 'for good' : 'for now'} ${says.status}` : says.is,
  )

test.each<[name: string, body: object, says: string[]]>([
  ['a mailbox that is not there', sesBounce({}), ['for good 5.1.1']],
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
    ['for now 4.2.2'],
  ],
  [
    'an address on its own list, with nothing said',
    sesBounce({ recipient: { emailAddress: 'ana@correo.example' } }),
    ['for good '],
  ],
  ['a complaint', sesComplaint('', 'abuse'), ['complaint']],
  ['a complaint without its kind', sesComplaint(''), ['complaint']],
  ['a complaint that was taken back', sesComplaint('', 'not-spam'), []],
  ['a delivery', { notificationType: 'Delivery', mail: {}, delivery: {} }, []],
  ['nothing', {}, []],
])('SES: %s', (_, body, says) => expect(briefly(readSes(body))).toEqual(says))

test('SES tells the return path, and the Message-ID where it sends headers', () => {
  const headers = [
    { name: 'From', value: 'hola@tienda.example' },
    { name: 'Message-ID', value: '<3.7@mail.example>' },
  ]
  const [told] = readSes(sesBounce({ source: 'b-01@rebotes.example', headers }))
  expect(told?.marks).toEqual(['b-01@rebotes.example', '<3.7@mail.example>'])
  expect(told?.says).toMatchObject({ said: '550 5.1.1 <ana@correo.example>: User unknown' })
})

test.each<[name: string, event: object, says: string[]]>([
  [
    'a bounce',
    sendgridEvent('bounce', { type: 'bounce', status: '5.1.1', reason: '550 5.1.1 No such user' }),
    ['for good 5.1.1'],
  ],
  [
    'one that is blocked',
    sendgridEvent('bounce', { type: 'blocked', status: '5.7.1', reason: '550 5.7.1 Blocked' }),
    ['for now 5.7.1'],
  ],
  [
    'one without a status',
    sendgridEvent('bounce', { type: 'blocked', reason: 'unable to get mx info' }),
    ['for now '],
  ],
  ['one it remembers', sendgridEvent('dropped', { reason: 'Bounced Address' }), ['for good ']],
  [
    'one who complained before',
    sendgridEvent('dropped', { reason: 'Spam Reporting Address' }),
    ['complaint'],
  ],
  ['one that unsubscribed there', sendgridEvent('dropped', { reason: 'Unsubscribed Address' }), []],
  ['a complaint', sendgridEvent('spamreport'), ['complaint']],
  ['a delay', sendgridEvent('deferred', { response: '450 4.2.0 Later' }), []],
  ['an open', sendgridEvent('open'), []],
])('SendGrid: %s', (_, event, says) => expect(briefly(readSendgrid([event]))).toEqual(says))

test('SendGrid tells our mark, and the Message-ID', () => {
  const event = sendgridEvent('spamreport', {
    remite: '3.7@mail.example',
    'smtp-id': '<3.7@mail.example>',
  })
  expect(readSendgrid([event])[0]?.marks).toEqual(['3.7@mail.example', '<3.7@mail.example>'])
})

test.each<[type: string, says: string[]]>([
  ['HardBounce', ['for good ']],
  ['BadEmailAddress', ['for good ']],
  ['SoftBounce', ['for now ']],
  ['SpamNotification', ['for now ']],
  ['SpamComplaint', ['complaint']],
  ['AutoResponder', []],
  ['ChallengeVerification', []],
  ['Unsubscribe', []],
])('Postmark: %s', (type, says) => {
  expect(briefly(readPostmark(postmarkBounce(type)))).toEqual(says)
})

test('Postmark tells our mark, however it writes its name', () => {
  const body = postmarkBounce('HardBounce', { Metadata: { Remite: '3.7@mail.example' } })
  expect(readPostmark(body)[0]?.marks).toEqual(['3.7@mail.example'])
})

test('what is no such thing at all says nothing', () => {
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
])('Amazon’s own address: %s is %s', (url, is) => expect(isOfSns(url)).toBe(is))
