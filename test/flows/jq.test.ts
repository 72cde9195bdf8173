import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList } from '../support/campaign-fixtures.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
  const people = [{ email: 'ana@example.org', nombre: 'Ana "\u001b[31mÑu' }, 'eva@example.org']
  await addList(server, people, 'Customers')
})
afterAll(() => server.close())

const terminal = { terminal: { columns: 80 } }
const contacts = ['contacts', 'list', '--list', 'Customers']
const failureOf = ({ stderr }: { stderr: string }) => JSON.parse(stderr).error

test('strings are printed raw and other results as compact JSON, one per line', async () => {
  const { code, stdout } = await cli(...contacts, '--jq', '.data[] | .email, [.nombre != ""]')
  expect([code, stdout]).toEqual([0, 'ana@example.org\n[true]\neva@example.org\n[false]\n'])
})

test('the expression sees an object, a list, or each ndjson object', async () => {
  const number = await cli('dashboard', 'show', '--jq', '.contacts')
  const list = await cli(...contacts, '--limit', '1', '--jq', '[.has_more, (.data | length)]')
  const each = await cli(...contacts, '--all', '-o', 'ndjson', '--jq', '.email')
  const body = await cli('api', 'GET', '/lists', '--jq', '.[0].name')
  expect([number, list, each, body].map(({ stdout }) => stdout)).toEqual([
    '2\n',
    '[true,1]\n',
    'ana@example.org\neva@example.org\n',
    'Customers\n',
  ])
})

test('fields are selected first, and an empty result is a success', async () => {
  const keys = await cli(...contacts, '--fields', 'email', '--jq', '.data[0] | keys')
  expect(keys.stdout).toBe('["email"]\n')
  const none = await cli(...contacts, '--jq', '.data[] | select(.email == "nobody")')
  expect(none).toMatchObject({ code: 0, stdout: '', stderr: '' })
})

test('control characters are escaped for a terminal and kept in a pipe', async () => {
  const args = [...contacts, '--jq', '.data[0].nombre']
  expect((await cli(...args)).stdout).toBe('Ana "\u001b[31mÑu\n')
  expect((await cli.with(terminal)(...args)).stdout).toBe('Ana "Ñu\n')
  const quoted = await cli.with(terminal)(...contacts, '--jq', '[.data[0].nombre]')
  expect(quoted.stdout).toBe('["Ana \\"\\u001b[31mÑu"]\n')
})

test('an invalid jq expression is refused with its own message before any request', async () => {
  const args = ['lists', 'create', '--name', 'Never']
  const result = await cli(...args, '--jq', '.id |')
  expect(result).toMatchObject({ code: 2, stdout: '' })
  expect(failureOf(result)).toMatchObject({ code: 'jq_unreadable', exit_code: 2 })
  expect(failureOf(result).detail).toContain('unexpected end of file')
  expect((await cli('lists', 'list', '-o', 'csv')).stdout).not.toContain('Never')
})

test('an expression that fails on the result does not hide that the change was made', async () => {
  const file = join(cli.folder, 'runs.ndjson')
  const args = ['lists', 'create', '--name', 'Done', '--jq', '.id + "x"']
  const result = await cli.with({ env: { REMITE_RESULT_FILE: file } })(...args)
  expect(result.code).toBe(1)
  expect(failureOf(result)).toMatchObject({ code: 'jq_failed', retryable: false })
  expect(failureOf(result).detail).toMatch(/itself succeeded.*cannot be added/)
  const id = (await cli('lists', 'list', '--jq', '.data[] | select(.name == "Done") | .id')).stdout
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    exit_code: 1,
    result: { id: Number(id) },
  })
})

test('results before the failure are printed', async () => {
  const whole = await cli(...contacts, '--jq', '.data[0].email, error("stop")')
  expect(whole).toMatchObject({ code: 1, stdout: 'ana@example.org\n' })
  const each = 'if .email == "ana@example.org" then error("first") else .email end'
  const streamed = await cli(...contacts, '-o', 'ndjson', '--jq', each)
  expect(streamed).toMatchObject({ code: 1, stdout: 'eva@example.org\n' })
})

test('only JSON output can be filtered', async () => {
  const table = await cli(...contacts, '--jq', '.', '-o', 'csv')
  expect(table.code).toBe(2)
  expect(failureOf(table).fields).toMatchObject([{ path: '--jq', code: 'not_json' }])
  const csvOutput = { env: { REMITE_OUTPUT: 'csv' } }
  expect((await cli.with(csvOutput)(...contacts, '--jq', '.data | length')).stdout).toBe('2\n')
})

test('large numbers and words that look like flags reach jq unchanged', async () => {
  const { stdout } = await cli('dashboard', '--jq', '12345678901234567890, -(.contacts)')
  expect(stdout).toBe('12345678901234567890\n-2\n')
  expect((await cli('dashboard', '--jq=-(.contacts)')).stdout).toBe('-2\n')
})

test('a document that is too large is refused', async () => {
  const html = 'x'.repeat(17_000_000)
  const { query } = await import('../../src/cli/output/jq.ts')
  const read = async () => {
    for await (const _ of query('.', JSON.stringify({ html }), { isTerminal: false }));
  }
  await expect(read()).rejects.toMatchObject({ code: 'jq_too_large' })
})
