import { expect, test } from 'vitest'
import { classifyRefusal } from '../../../../src/service/mail/refusal.ts'
import { kinds } from '../../../../src/service/mail/refusal-rules/refusal-kinds.ts'
import { replies } from './corpus/replies.ts'

test.each(replies)('"%s" is %s, %s', (reply, type, kind) => {
  expect(classifyRefusal(reply)).toMatchObject({ type, kind })
})

test('the corpus covers every kind', () => {
  const tried = new Set(replies.map(([, , kind]) => kind))
  expect([...tried].sort()).toEqual([...kinds].sort())
})

test('refusals of message, sender or route never count against the contact and are never hard', () => {
  const others = replies
    .map(([reply]) => classifyRefusal(reply))
    .filter((each) => !each.countsAgainstContact)
  expect(others.length).toBeGreaterThan(20)
  expect(others.filter(({ type }) => type === 'hard')).toEqual([])
})

test('the code of the reply takes precedence over that of the report, unless it is vague', () => {
  expect(classifyRefusal('550 5.7.1 rejected', '5.1.1').kind).toBe('policy')
  expect(classifyRefusal('550 5.1.1 rejected', '5.0.0').kind).toBe('user_not_found')
  expect(classifyRefusal('550 5.0.0 error', '5.1.1').kind).toBe('user_not_found')
})
