import { expect, test } from 'vitest'
import { readErrorBody } from '../../../src/client/error-body.ts'

const read = (body: unknown, status = 422) =>
  readErrorBody(typeof body === 'string' ? body : JSON.stringify(body), status)

test('our own error keeps its code, values and field problems', () => {
  const problem = {
    title: 'Not possible in this state',
    detail: 'It was sent.',
    code: 'wrong_state',
    request_id: 'r-1',
    values: { status: 'sent', tries: 2, nested: {} },
    errors: [{ field: 'asunto', code: 'too_long', message: 'At most 255.' }],
  }
  expect(read(problem)).toEqual({
    code: 'wrong_state',
    hasCode: true,
    message: 'It was sent.',
    requestId: 'r-1',
    values: { status: 'sent', tries: 2 },
    problems: [{ field: 'asunto', code: 'too_long', message: 'At most 255.' }],
  })
})

test.each([
  [{ error: 'list_full' }, 'list_full', 'list_full'],
  [{ error: 'The list is full' }, undefined, 'The list is full'],
  [{ error: 'invalid_grant', error_description: 'Wrong' }, 'invalid_grant', 'Wrong'],
  [{ error: { code: 'E17', message: 'Full' } }, 'E17', 'Full'],
  [{ error: { code: 17, message: 'Full' } }, '17', 'Full'],
  [{ message: 'Full', code: 422 }, undefined, 'Full'],
  [{ errors: ['Full', 'Late'] }, undefined, 'Full; Late'],
  [{ errors: [{ code: 'full', message: 'Full' }] }, 'full', 'Full'],
  [{ errors: [{ field: 'email', message: 'is taken' }] }, undefined, 'email: is taken'],
  [{ errors: { email: ['is taken', 'is odd'] } }, undefined, 'email: is taken, is odd'],
  [{ message: 'Invalid', errors: { email: 'odd' } }, undefined, 'Invalid – email: odd'],
  ['The list is full', undefined, 'The list is full'],
  ['<html><h1>502</h1></html>', undefined, undefined],
  ['', undefined, undefined],
  ['[1,2]', undefined, undefined],
  ['null', undefined, undefined],
])('%j has the code %j and the message %j', (body, code, message) => {
  const found = read(body)
  expect([found.code, found.message, found.problems]).toEqual([code, message, []])
})

test('a foreign message can neither control nor flood a terminal', () => {
  const { message } = read({ message: `\u001b]52;c;aGk=\u0007\u001b[31mred${'x'.repeat(999)}` })
  expect(message).toBe(`red${'x'.repeat(297)}`)
})
