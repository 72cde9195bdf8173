import { expect, test } from 'vitest'
import { createHold } from '../../../../src/service/delivery/hold.ts'
import { testClock } from '../../../support/clock.ts'

const lost = { state: 'unreachable', response: '' } as const
const sent = { state: 'sent', response: '' } as const

test('without a relay it holds twice as long each time, and forgets that with the next answer', () => {
  const clock = testClock()
  const hold = createHold(clock)
  const heldMs = () => {
    hold.note(lost)
    // What else was in flight fails too, and does not make it longer.
    hold.note(lost)
    let ms = 0
    for (; hold.isOn(); ms += 1000) clock.advance(1000)
    return ms
  }
  expect([heldMs(), heldMs(), heldMs()]).toEqual([5000, 10_000, 20_000])
  for (let times = 0; times < 10; times++) heldMs()
  expect(heldMs()).toBe(300_000)
  hold.note(sent)
  clock.advance(11_000)
  expect(heldMs()).toBe(5000)
})

test('one refused connection beside fresh answers holds nothing', () => {
  const clock = testClock()
  const hold = createHold(clock)
  hold.note(sent)
  clock.advance(9000)
  hold.note(lost)
  expect(hold.isOn()).toBe(false)
})
