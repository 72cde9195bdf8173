import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MailingMode } from '../../../../src/service/smtp/mailing-output.ts'
import type { Outcome } from '../../../../src/service/smtp/outcome.ts'
import type { Feature } from '../../../../src/service/smtp/relay-features.ts'
import { Session } from '../../../../src/service/smtp/session.ts'
import { type Answer, RelayModel } from '../../../support/mail/relay-model.ts'

interface Message {
  from: string
  to: string
  raw: Buffer
}

type Verdict = Outcome | 'unsent'

interface Course {
  verdicts: Map<string, Verdict[]>
  relay: RelayModel
  failed: Set<Feature>
  /** The numbers of the messages whose content the session has written. */
  begun: Set<number>
  isOver: boolean
}

/** Runs a session against the model of a relay. `cut` bytes of the relay reach the client, in `pieces`. */
function run(
  messages: readonly Message[],
  mode: MailingMode,
  decide: (command: string, to: string) => Answer | undefined,
  { pieces, cut }: { pieces: readonly number[]; cut: number },
): Course {
  const extensions = ['PIPELINING', 'CHUNKING', 'SIZE 1000000', '8BITMIME']
  const relay = new RelayModel({ extensions, decide })
  const verdicts = new Map<string, Verdict[]>()
  const course: Course = { verdicts, relay, failed: new Set(), begun: new Set(), isOver: false }
  const waiting = [...messages]
  let outgoing = ''
  let written = 0
  const note = ({ to }: Message, verdict: Verdict) =>
    verdicts.set(to, [...(verdicts.get(to) ?? []), verdict])
  const session = new Session<Message>(
    { clientName: 'c.example', secure: false, requireTls: false, credentials: undefined },
    {
      write(text) {
        outgoing += text
        written += text.length
      },
      writeContent(bytes) {
        course.begun.add(Number(/^Subject: (\d+)/.exec(bytes.toString())?.[1]))
        outgoing += bytes.toString('latin1')
        written += bytes.length
      },
      written: () => written,
      passed: () => written - outgoing.length,
      taken: () => written - outgoing.length,
      startTls: () => {},
      chooseMode: () => mode,
      next: () => waiting.shift(),
      settle: note,
      unsent: (message) => note(message, 'unsent'),
      failed: (feature) => course.failed.add(feature),
      end() {
        course.isOver = true
      },
    },
  )
  let incoming = relay.greeting()
  let left = cut
  for (let turn = 0; !course.isOver && turn < 10_000; turn++) {
    if (incoming === '' || left === 0) {
      if (relay.isClosed || left === 0) session.lose(new Error('Connection closed'))
      break
    }
    const piece = incoming.slice(0, Math.min(pieces[turn % pieces.length] ?? 1, left))
    incoming = incoming.slice(piece.length)
    left -= piece.length
    session.receive(Buffer.from(piece, 'latin1'))
    const sent = outgoing
    outgoing = ''
    // What a closed relay does not read is lost.
    if (sent !== '' && !relay.isClosed) incoming += relay.take(sent)
  }
  return course
}

const modes: readonly MailingMode[] = [
  { pipelines: false, overlaps: false, chunks: false },
  { pipelines: true, overlaps: false, chunks: false },
  { pipelines: true, overlaps: true, chunks: false },
  { pipelines: true, overlaps: true, chunks: true },
]

const answers = fc.constantFrom<Answer | undefined>(
  ...Array.from({ length: 12 }, () => undefined),
  '550 5.1.1 No such user',
  '450 4.2.0 Later',
  '554-5.7.1 No\r\n554 5.7.1 Really not',
  '421 4.3.2 Closing',
  'close',
)
const lines = fc.array(fc.constantFrom('Hola', '.', '..', '', '.Hola'), { maxLength: 6 })

const course = fc.record({
  mode: fc.constantFrom(...modes),
  bodies: fc.array(lines, { minLength: 1, maxLength: 12 }),
  answers: fc.array(answers, { minLength: 40, maxLength: 40 }),
  pieces: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 }),
  cut: fc.oneof(fc.constant(1_000_000), fc.integer({ min: 0, max: 2000 })),
})

test('whatever the relay replies and wherever it breaks off, every message has the outcome that it has there', () => {
  const property = fc.property(course, ({ mode, bodies, answers, pieces, cut }) => {
    const messages = bodies.map((body, index) => ({
      from: `u${index}@rebotes.example`,
      to: `u${index}@correo.example`,
      raw: Buffer.from([`Subject: ${index}`, '', ...body, ''].join('\r\n')),
    }))
    let decisions = 0
    const refusals = new Map<string, string>()
    const decide = (_: string, name: string) => {
      const answer = answers[decisions++ % answers.length]
      if (answer !== undefined && answer !== 'close') refusals.set(name, answer)
      return answer
    }
    const { verdicts, relay, begun } = run(messages, mode, decide, { pieces, cut })
    const accepted = new Map(relay.accepted.map(({ to, content }) => [to, content]))
    expect(accepted.size).toBe(relay.accepted.length)
    for (const [index, { to, raw }] of messages.entries()) {
      const [verdict, ...more] = verdicts.get(to) ?? []
      expect(more).toEqual([])
      if (verdict === undefined) {
        // It was never taken from the queue.
        expect(relay.begun.has(to)).toBe(false)
        continue
      }
      const state = verdict === 'unsent' ? verdict : verdict.state
      if (accepted.has(to)) {
        expect(accepted.get(to)).toBe(raw.toString())
        expect(['sent', 'uncertain']).toContain(state)
      } else {
        expect(state).not.toBe('sent')
      }
      if (state === 'unsent') expect(begun.has(index)).toBe(false)
      if (state === 'uncertain') expect(begun.has(index)).toBe(true)
      if (state === 'failed' || state === 'deferred') expect(refusals.has(`u${index}`)).toBe(true)
    }
  })
  fc.assert(property, { numRuns: 1000 })
})

test('a healthy relay gets every message once, in order, in all ways of sending', () => {
  const property = fc.property(course, ({ mode, bodies, pieces }) => {
    const messages = bodies.map((body, index) => ({
      from: '',
      to: `u${index}@correo.example`,
      raw: Buffer.from(['', ...body, ''].join('\r\n')),
    }))
    const { verdicts, relay } = run(messages, mode, () => undefined, { pieces, cut: 1_000_000 })
    expect(relay.accepted.map(({ to }) => to)).toEqual(messages.map(({ to }) => to))
    expect([...verdicts.values()].flat().map((each) => each !== 'unsent' && each.state)).toEqual(
      messages.map(() => 'sent'),
    )
  })
  fc.assert(property, { numRuns: 300 })
})
