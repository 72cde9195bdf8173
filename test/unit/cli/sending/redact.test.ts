import { expect, test } from 'vitest'
import { redactArgv, summarize } from '../../../../src/cli/sending/redact.ts'

test.each([
  ['--code 123456', '--code ***'],
  ['--password=hunter2', '--password=***'],
  ['--password-stdin --yes', '--password-stdin --yes'],
  ['--with-token', '--with-token'],
  ['--with-token --json', '--with-token --json'],
  ['--database postgres://ana:hunter2@db.example/x', '--database postgres://ana:***@db.example/x'],
  ['--x a://b:c@d,e://f:g/h@i', '--x a://b:***@d,e://f:***@i'],
  ['--x mailto:ana@db.example/y:z@w', '--x mailto:ana@db.example/y:z@w'],
  ['campaigns send 7', 'campaigns send 7'],
])('%s is written down as %s', (said, written) => {
  expect(redactArgv(said.split(' ')).join(' ')).toBe(written)
})

test('the summary of a result has its scalar fields without secrets and long texts', () => {
  const result = {
    id: 7,
    ok: true,
    token: 'x',
    secret: 'whsec',
    html: '<p>',
    list_id: [1],
    reason: null,
  }
  expect(summarize(result)).toEqual({ id: 7, ok: true, reason: null })
})
