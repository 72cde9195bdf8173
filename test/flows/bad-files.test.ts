import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

function newFile(content: string | Buffer): string {
  const path = join(newFolder(), 'people.csv')
  writeFileSync(path, content)
  return path
}

/** What an import of a file comes to: its exit code, what it says, and who is on the list after it. */
async function importFile(path: string, ...flags: string[]) {
  const cli = remite(server)
  const list = (await cli('lists', 'create', '--name', path, '-o', 'ids')).stdout.trim()
  const ran = await cli('lists', 'import', path, '--list', list, ...flags, '--json')
  const held = (await cli('contacts', 'list', '--list', list, '--all', '--json')).json().data
  return {
    exit: ran.code,
    result: ran.stdout === '' ? undefined : ran.json(),
    said: ran.stderr,
    emails: held.map(({ email }: { email: string }) => email).sort(),
  }
}

test('a header without rows is an import of nobody', async () => {
  const { exit, result, emails } = await importFile(newFile('email,nombre\n'))
  expect([exit, result?.rows, emails]).toEqual([0, 0, []])
})

test('a byte order mark in the middle is no part of an address', async () => {
  const file = newFile('email,nombre\nana@example.org,Ana\n\ufeffeva@example.org,Eva\n')
  const { exit, emails } = await importFile(file)
  expect([exit, emails]).toEqual([0, ['ana@example.org', 'eva@example.org']])
})

test('a file with NUL bytes is no text, and nobody of it is taken', async () => {
  const file = newFile('email,nombre\nana@example.org,Ana\neva@example.org,E\0va\n')
  const { exit, said, emails } = await importFile(file)
  expect([exit, emails]).toEqual([2, []])
  expect(said).toContain('file_not_text')
})

test('ten megabytes in one field are no table, and the line is named', async () => {
  const long = 'x'.repeat(10 * 1024 * 1024)
  const file = newFile(`email,nombre\nana@example.org,Ana\neva@example.org,${long}\n`)
  const { exit, said, emails } = await importFile(file)
  expect([exit, emails]).toEqual([2, []])
  expect(said).toContain('look at line 3')
  expect(said.length).toBeLessThan(10_000)
})

test('a quotation mark that is never closed costs its own row and no other', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => `p${n}@example.org,Persona ${n}\n`).join('')
  const file = newFile(`email,nombre\nana@example.org,"Ana\n${rows}`)
  const { exit, result, emails } = await importFile(file)
  expect([exit, result?.rows, result?.rejected]).toEqual([9, 51, 1])
  expect([emails.length, emails.includes('ana@example.org')]).toEqual([50, false])
})

test('UTF-16 is known without its byte order mark', async () => {
  const text = 'email,nombre\nana@example.org,Begoña\n'
  const { exit, said, emails } = await importFile(newFile(Buffer.from(text, 'utf16le')))
  expect([exit, emails]).toEqual([0, ['ana@example.org']])
  expect(said).toContain('UTF-16LE')
})

test('a file that may not be read says so', async ({ skip }) => {
  skip(process.getuid?.() === 0, 'root may read everything')
  const file = newFile('email\nana@example.org\n')
  chmodSync(file, 0)
  const { exit, said, emails } = await importFile(file)
  expect([exit, emails]).toEqual([2, []])
  expect(said).toContain('file_unreadable')
})

test('a named pipe is read once, as standard input is', async () => {
  const pipe = join(newFolder(), 'people.fifo')
  execFileSync('mkfifo', [pipe])
  const writer = spawn('sh', ['-c', 'printf "email\\nana@example.org\\n" > "$0"', pipe])
  const { exit, emails } = await importFile(pipe)
  writer.kill()
  expect([exit, emails]).toEqual([0, ['ana@example.org']])
})
