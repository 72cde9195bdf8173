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

/** Imports a file into a new list. Returns the exit code, the output and the addresses on the list. */
async function importFile(path: string, ...flags: string[]) {
  const cli = remite(server)
  const list = (await cli('lists', 'create', '--name', path, '-o', 'ids')).stdout.trim()
  const result = await cli('lists', 'import', path, '--list', list, ...flags, '--json')
  const contacts = (await cli('contacts', 'list', '--list', list, '--all', '--json')).json().data
  return {
    exit: result.code,
    result: result.stdout === '' ? undefined : result.json(),
    stderr: result.stderr,
    emails: contacts.map(({ email }: { email: string }) => email).sort(),
  }
}

test('a header without rows imports nobody', async () => {
  const { exit, result, emails } = await importFile(newFile('email,nombre\n'))
  expect([exit, result?.rows, emails]).toEqual([0, 0, []])
})

test('a byte order mark in the middle does not become part of an address', async () => {
  const file = newFile('email,nombre\nana@example.org,Ana\n\ufeffeva@example.org,Eva\n')
  const { exit, emails } = await importFile(file)
  expect([exit, emails]).toEqual([0, ['ana@example.org', 'eva@example.org']])
})

test('a file with NUL bytes is refused as binary, and nothing is imported', async () => {
  const file = newFile('email,nombre\nana@example.org,Ana\neva@example.org,E\0va\n')
  const { exit, stderr, emails } = await importFile(file)
  expect([exit, emails]).toEqual([2, []])
  expect(stderr).toContain('file_not_text')
})

test('a field of ten megabytes is refused, and its line is named', async () => {
  const long = 'x'.repeat(10 * 1024 * 1024)
  const file = newFile(`email,nombre\nana@example.org,Ana\neva@example.org,${long}\n`)
  const { exit, stderr, emails } = await importFile(file)
  expect([exit, emails]).toEqual([2, []])
  expect(stderr).toContain('check line 3')
  expect(stderr.length).toBeLessThan(10_000)
})

test('an unclosed quotation mark costs its own row only', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => `p${n}@example.org,Persona ${n}\n`).join('')
  const file = newFile(`email,nombre\nana@example.org,"Ana\n${rows}`)
  const { exit, result, emails } = await importFile(file)
  expect([exit, result?.rows, result?.rejected]).toEqual([9, 51, 1])
  expect([emails.length, emails.includes('ana@example.org')]).toEqual([50, false])
})

test('UTF-16 is detected without a byte order mark', async () => {
  const text = 'email,nombre\nana@example.org,Begoña\n'
  const { exit, stderr, emails } = await importFile(newFile(Buffer.from(text, 'utf16le')))
  expect([exit, emails]).toEqual([0, ['ana@example.org']])
  expect(stderr).toContain('UTF-16LE')
})

test('an unreadable file is reported as such', async ({ skip }) => {
  skip(process.getuid?.() === 0, 'root may read everything')
  const file = newFile('email\nana@example.org\n')
  chmodSync(file, 0)
  const { exit, stderr, emails } = await importFile(file)
  expect([exit, emails]).toEqual([2, []])
  expect(stderr).toContain('file_unreadable')
})

test('a named pipe is read once, like standard input', async () => {
  const pipe = join(newFolder(), 'people.fifo')
  execFileSync('mkfifo', [pipe])
  const writer = spawn('sh', ['-c', 'printf "email\\nana@example.org\\n" > "$0"', pipe])
  const { exit, emails } = await importFile(pipe)
  writer.kill()
  expect([exit, emails]).toEqual([0, ['ana@example.org']])
})
