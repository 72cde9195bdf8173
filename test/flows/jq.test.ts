import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList } from '../support/mailing.ts'
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

test('strings come out raw and everything else as compact JSON, a result on each line', async () => {
  const { code, stdout } = await cli(...contacts, '--jq', '.data[] | .email, [.nombre != ""]')
  expect([code, stdout]).toEqual([0, 'ana@example.org\n[true]\neva@example.org\n[false]\n'])
})

test('an object, a list and each object of ndjson are what the expression sees', async () => {
  const one = await cli('dashboard', 'show', '--jq', '.contacts')
  const list = await cli(...contacts, '--limit', '1', '--jq', '[.has_more, (.data | length)]')
  const each = await cli(...contacts, '--all', '-o', 'ndjson', '--jq', '.email')
  const body = await cli('api', 'GET', '/lists', '--jq', '.[0].name')
  expect([one, list, each, body].map(({ stdout }) => stdout)).toEqual([
    '2\n',
    '[true,1]\n',
    'ana@example.org\neva@example.org\n',
    'Customers\n',
  ])
})

test('the fields are chosen first, and no result is no failure', async () => {
  const keys = await cli(...contacts, '--fields', 'email', '--jq', '.data[0] | keys')
  expect(keys.stdout).toBe('["email"]\n')
  const none = await cli(...contacts, '--jq', '.data[] | select(.email == "nobody")')
  expect(none).toMatchObject({ code: 0, stdout: '', stderr: '' })
})

test('a terminal obeys nothing that hides in a string, and a pipe gets it as it is', async () => {
  const words = [...contacts, '--jq', '.data[0].nombre']
  expect((await cli(...words)).stdout).toBe('Ana "\u001b[31mÑu\n')
  expect((await cli.with(terminal)(...words)).stdout).toBe('Ana "Ñu\n')
  const quoted = await cli.with(terminal)(...contacts, '--jq', '[.data[0].nombre]')
  expect(quoted.stdout).toBe('["Ana \\"\\u001b[31mÑu"]\n')
})

test('an expression that jq cannot read is refused with its own words before anything is done', async () => {
  const words = ['lists', 'create', '--name', 'Never']
  const ran = await cli(...words, '--jq', '.id |')
  expect(ran).toMatchObject({ code: 2, stdout: '' })
  expect(failureOf(ran)).toMatchObject({ code: 'jq_unreadable', exit_code: 2 })
  expect(failureOf(ran).detail).toContain('unexpected end of file')
  expect((await cli('lists', 'list', '-o', 'csv')).stdout).not.toContain('Never')
})

test('an expression that fails on the result does not make a change look undone', async () => {
  const file = join(cli.folder, 'runs.ndjson')
  const words = ['lists', 'create', '--name', 'Done', '--jq', '.id + "x"']
  const ran = await cli.with({ env: { REMITE_RESULT_FILE: file } })(...words)
  expect(ran.code).toBe(1)
  expect(failureOf(ran)).toMatchObject({ code: 'jq_failed', retryable: false })
  expect(failureOf(ran).detail).toMatch(/did its work.*cannot be added/)
  const id = (await cli('lists', 'list', '--jq', '.data[] | select(.name == "Done") | .id')).stdout
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    exit_code: 1,
    result: { id: Number(id) },
  })
})

test('what came out before the failure is there', async () => {
  const whole = await cli(...contacts, '--jq', '.data[0].email, error("stop")')
  expect(whole).toMatchObject({ code: 1, stdout: 'ana@example.org\n' })
  const each = 'if .email == "ana@example.org" then error("first") else .email end'
  const streamed = await cli(...contacts, '-o', 'ndjson', '--jq', each)
  expect(streamed).toMatchObject({ code: 1, stdout: 'eva@example.org\n' })
})

test('only JSON goes through jq', async () => {
  const table = await cli(...contacts, '--jq', '.', '-o', 'csv')
  expect(table.code).toBe(2)
  expect(failureOf(table).fields).toMatchObject([{ path: '--jq', code: 'not_json' }])
  const wish = { env: { REMITE_OUTPUT: 'csv' } }
  expect((await cli.with(wish)(...contacts, '--jq', '.data | length')).stdout).toBe('2\n')
})

test('a number too large for JavaScript and a word that looks like a flag reach jq whole', async () => {
  const { stdout } = await cli('dashboard', '--jq', '12345678901234567890, -(.contacts)')
  expect(stdout).toBe('12345678901234567890\n-2\n')
  expect((await cli('dashboard', '--jq=-(.contacts)')).stdout).toBe('-2\n')
})

test('a document that does not fit is refused', async () => {
  const html = 'x'.repeat(17_000_000)
  const { query } = await import('../../src/cli/output/jq.ts')
  const read = async () => {
    for await (const _ of query('.', JSON.stringify({ html }), { isTerminal: false }));
  }
  await expect(read()).rejects.toMatchObject({ code: 'jq_too_large' })
})
