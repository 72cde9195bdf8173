import { expect, test } from 'vitest'
import type { MailingMode } from '../../../../src/service/smtp/mailing-output.ts'
import type { Outcome } from '../../../../src/service/smtp/outcome.ts'
import type { Credentials } from '../../../../src/service/smtp/relay.ts'
import type { Feature } from '../../../../src/service/smtp/relay-features.ts'
import { Session } from '../../../../src/service/smtp/session.ts'
import type { Submission } from '../../../../src/service/smtp/submission.ts'

const raw = Buffer.from('Subject: Hola\r\n\r\nHola\r\n')
const messageTo = (to: string): Submission => ({ from: 'b@rebotes.example', to, raw })
const ana = messageTo('ana@correo.example')
const eva = messageTo('eva@correo.example')

const overlapping: MailingMode = { pipelines: true, overlaps: true, chunks: false }
const chunking: MailingMode = { pipelines: true, overlaps: true, chunks: true }

interface Options {
  mode?: MailingMode
  credentials?: Credentials
  requireTls?: boolean
  messages?: Submission[]
}

/** A session whose relay is the test. */
function sessionWith({
  mode = overlapping,
  messages = [],
  requireTls = false,
  credentials,
}: Options) {
  const waiting = [...messages]
  const outcomes: [to: string, outcome: Outcome | 'unsent'][] = []
  const failed: Feature[] = []
  let written = ''
  let passed = 0
  let isHeld = false
  let end: Error | undefined
  const session = new Session<Submission>(
    { clientName: 'c.example', secure: false, requireTls, credentials },
    {
      write(text) {
        written += text
      },
      writeContent(bytes) {
        written += bytes.toString()
      },
      written: () => written.length,
      passed: () => passed,
      taken: () => (isHeld ? 0 : passed),
      startTls: () => {},
      chooseMode: () => mode,
      next: () => waiting.shift(),
      settle: ({ to }, outcome) => outcomes.push([to, outcome]),
      unsent: ({ to }) => outcomes.push([to, 'unsent']),
      failed: (feature) => failed.push(feature),
      end(error) {
        end = error
      },
    },
  )
  /** Returns what the client says, all of which leaves now. */
  function sent(): string {
    const said = written.slice(passed)
    passed = written.length
    return said
  }
  return {
    session,
    outcomes,
    states: () => outcomes.map(([, outcome]) => (outcome === 'unsent' ? outcome : outcome.state)),
    failed,
    /** Sends lines of the relay, and returns what the client sends then. */
    say(...lines: string[]): string {
      session.receive(Buffer.from(lines.map((line) => `${line}\r\n`).join('')))
      return sent()
    },
    sent,
    add: (...more: Submission[]) => waiting.push(...more),
    /** From now on the socket keeps what it gets. */
    hold() {
      isHeld = true
    },
    reason: () => end?.message,
  }
}

const extensions = ['250-relay.example', '250-PIPELINING', '250-CHUNKING', '250 HELP']

function openSession(options: Options) {
  const stage = sessionWith(options)
  stage.say('220 relay.example')
  return { ...stage, first: stage.say(...extensions) }
}

const envelope = 'MAIL FROM:<b@rebotes.example>\r\nRCPT TO:<ana@correo.example>\r\nDATA\r\n'
const nextEnvelope = envelope.replace('ana', 'eva')

test('an envelope goes out at once, and the next one with the end of the content', () => {
  const { first, say, states } = openSession({ messages: [ana, eva] })
  expect(first).toBe(envelope)
  expect(say('250 ok', '250 ok', '354 go')).toBe(`${raw}.\r\n${nextEnvelope}`)
  expect(say('250 queued', '250 ok', '250 ok', '354 go')).toBe(`${raw}.\r\n`)
  expect(say('250 queued')).toBe('')
  expect(states()).toEqual(['sent', 'sent'])
})

test('a content goes out with its envelope by BDAT, after the relay has accepted one that way', () => {
  const { first, say, states } = openSession({ mode: chunking, messages: [ana, eva, ana] })
  const bdat = (each: string) => each.replace('DATA\r\n', `BDAT ${raw.length} LAST\r\n${raw}`)
  expect(first).toBe(bdat(envelope))
  expect(say('250 ok', '250 ok', '250 queued')).toBe(
    `${bdat(nextEnvelope)}RSET\r\n${bdat(envelope)}`,
  )
  say('250 ok', '250 ok', '250 queued', '250 reset', '250 ok', '250 ok', '250 queued')
  expect(states()).toEqual(['sent', 'sent', 'sent'])
})

test('after a refused recipient, BDAT starts again with RSET', () => {
  const { say, states } = openSession({ mode: chunking, messages: [ana, eva] })
  expect(say('250 ok', '550 5.1.1 no', '554 no recipients')).toMatch(/^RSET\r\nMAIL/)
  expect(states()).toEqual(['failed'])
})

test('a relay that accepts a content without recipients gets no more by BDAT', () => {
  const { say, states, failed, reason } = openSession({ mode: chunking, messages: [ana, eva] })
  say('250 ok', '550 5.1.1 no', '250 queued')
  expect(states()).toEqual(['failed'])
  expect(failed).toEqual(['chunking'])
  expect(reason()).toContain('without recipients')
})

test('a relay that asks for the content of a refused message gets none', () => {
  const { say, states } = openSession({ messages: [ana, eva] })
  expect(say('250 ok', '550 5.1.1 no', '354 go')).toBe(`.\r\nRSET\r\n${nextEnvelope}`)
  expect(say('554 no recipients', '250 reset', '250 ok', '250 ok', '354 go')).toBe(`${raw}.\r\n`)
  expect(states()).toEqual(['failed'])
})

test('421 for a content defers its message, and the next envelope is not sent', () => {
  const { session, say, states, reason } = openSession({ messages: [ana, eva] })
  say('250 ok', '250 ok', '354 go')
  say('421 4.3.2 closing')
  expect(states()).toEqual(['deferred'])
  session.lose(new Error('Connection closed'))
  expect(states()).toEqual(['deferred', 'unsent'])
  expect(reason()).toBe('Connection closed')
})

test('421 in the middle of a pipeline defers only the message that it is about', () => {
  const { say, states } = openSession({ messages: [ana, eva] })
  say('250 ok', '250 ok', '354 go')
  say('250 queued', '421 4.7.0 enough', '503 no', '503 no')
  expect(states()).toEqual(['sent', 'deferred'])
})

test('contents behind a 421 are uncertain until the relay replies to them', () => {
  const { session, say, outcomes, failed } = openSession({
    mode: chunking,
    messages: [ana, eva, ana, eva],
  })
  say('250 ok', '250 ok', '250 queued')
  say(
    '250 ok',
    '421 4.7.0 enough',
    '554 no recipients',
    '250 reset',
    '250 ok',
    '250 ok',
    '250 queued',
  )
  expect(outcomes.map(([, outcome]) => outcome)).toMatchObject([
    { state: 'sent' },
    { state: 'deferred', code: 421 },
    { state: 'sent' },
  ])
  session.lose(new Error('Connection closed'))
  expect(outcomes[3]).toMatchObject(['eva@correo.example', { state: 'uncertain' }])
  expect(failed).toEqual(['chunking'])
})

test('a reply too many after a message ends the session', () => {
  const { say, states, reason } = openSession({ messages: [ana] })
  say('250 ok', '250 ok', '354 go')
  say('250 queued', '250 queued twice')
  expect(states()).toEqual(['sent'])
  expect(reason()).toContain('without a command')
})

test('a reply too many before a content keeps the content here', () => {
  const { say, states } = openSession({ messages: [ana] })
  expect(say('250 ok', '250 ok', '354 go', '250 queued')).toBe('')
  expect(states()).toEqual(['unsent'])
})

test('a reply too many in a pipeline is noticed before the next content', () => {
  const { say, states, reason } = openSession({ messages: [ana, eva] })
  say('250 ok', '250 ok', '354 go')
  expect(say('250 queued', '250 again', '250 ok', '250 ok', '354 go')).toBe('')
  expect(states()).toEqual(['sent', 'unsent'])
  expect(reason()).toContain('out of turn')
})

test.each([
  ['a banner of megabytes', Buffer.alloc(4_000_000, 'a'), 'too long'],
  ['a reply that never ends', Buffer.from('220-hi\r\n'.repeat(100_000)), 'too long'],
  ['another protocol', Buffer.from('HTTP/1.1 400 Bad Request\r\n'), 'does not speak SMTP'],
  ['zeros', Buffer.alloc(100_000), 'too long'],
])('%s ends the session', (_, bytes, reason) => {
  const stage = sessionWith({})
  for (let at = 0; at < bytes.length && !stage.reason(); at += 65_536) {
    stage.session.receive(bytes.subarray(at, at + 65_536))
  }
  expect(stage.reason()).toContain(reason)
})

test('what arrives before TLS is not read as an answer through it', () => {
  const stage = sessionWith({ messages: [ana] })
  stage.say('220 relay.example')
  expect(stage.say('250-relay.example', '250 STARTTLS')).toBe('STARTTLS\r\n')
  expect(stage.say('220 go', '250-relay.example', '250 PIPELINING')).toBe('')
  expect(stage.reason()).toContain('more than one reply')
})

test('what the relay offered before TLS is forgotten', () => {
  const credentials = { user: 'ana', pass: 'secreta' }
  const stage = sessionWith({ messages: [ana], credentials, requireTls: true })
  stage.say('220 relay.example')
  expect(stage.say('250-relay.example', '250-AUTH PLAIN', '250 STARTTLS')).toBe('STARTTLS\r\n')
  expect(stage.say('220 go')).toBe('')
  stage.session.secured()
  expect(stage.say('250 relay.example')).toBe('EHLO c.example\r\n')
  expect(stage.reason()).toContain('login')
})

test('a required TLS that is not offered sends nothing', () => {
  const credentials = { user: 'ana', pass: 'secreta' }
  const stage = sessionWith({ messages: [ana], credentials, requireTls: true })
  stage.say('220 relay.example')
  expect(stage.say('250-relay.example', '250 AUTH PLAIN')).toBe('')
  expect(stage.reason()).toContain('TLS')
})

test('a relay without EHLO is greeted with HELO', () => {
  const stage = sessionWith({
    mode: { pipelines: false, overlaps: false, chunks: false },
    messages: [ana],
  })
  expect(stage.say('220 relay.example')).toBe('EHLO c.example\r\n')
  expect(stage.say('502 what?')).toBe('HELO c.example\r\n')
  expect(stage.say('250 relay.example')).toBe('MAIL FROM:<b@rebotes.example>\r\n')
})

test('an address that would add a command never leaves', () => {
  const { first, states } = openSession({
    messages: [
      messageTo('ana@correo.example>\r\nRCPT TO:<eva@correo.example'),
      { ...ana, from: 'b\nDATA' },
    ],
  })
  expect(first).toBe('')
  expect(states()).toEqual(['failed', 'failed'])
})

test('a relay that finds commands out of step gets them one by one', () => {
  const { say, states, failed } = openSession({ messages: [ana] })
  say('250 ok', '503 5.5.0 Bad sequence', '503 5.5.0 Bad sequence')
  expect(states()).toEqual(['unsent'])
  expect(failed).toEqual(['pipelining'])
})

test('an envelope does not follow a content that has left', () => {
  const { session, say, sent, add, hold } = openSession({ messages: [ana] })
  hold()
  expect(say('250 ok', '250 ok', '354 go')).toBe('Subject: Hola\r\n\r\nHola\r\n.\r\n')
  add(eva)
  session.fill()
  expect(sent()).toBe('')
})

test('an envelope goes out with a content that is still here', () => {
  const { session, sent, add } = openSession({ messages: [ana] })
  session.receive(Buffer.from('250 ok\r\n250 ok\r\n354 go\r\n'))
  add(eva)
  session.fill()
  expect(sent()).toContain('.\r\nMAIL FROM:<b@rebotes.example>\r\nRCPT TO:<eva@correo.example>')
})

test('the next message goes out when the reply to a content is there', () => {
  const { say, add } = openSession({ messages: [ana] })
  say('250 ok', '250 ok', '354 go')
  add(eva)
  expect(say('250 queued')).toContain('RCPT TO:<eva@correo.example>')
})

test('the next envelope waits where overlapping has failed', () => {
  const { session, say, states, failed } = openSession({ messages: [ana, eva] })
  say('250 ok', '250 ok', '354 go')
  say('250 queued')
  session.lose(new Error('The relay did not reply in time'))
  expect(states()).toEqual(['sent', 'unsent'])
  expect(failed).toEqual(['overlap'])
})

test('replies with LF, with several lines and beyond ASCII are read', () => {
  const stage = openSession({ messages: [ana] })
  stage.session.receive(Buffer.from('250 ok\n250\n550-5.1.1 Sin buzón\n550 5.1.1 aquí\n'))
  expect(stage.outcomes[0]?.[1]).toMatchObject({
    state: 'failed',
    enhanced: '5.1.1',
    response: '550-5.1.1 Sin buzón 550 5.1.1 aquí',
  })
})
