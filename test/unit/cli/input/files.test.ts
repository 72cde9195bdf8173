import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecretLine, readTextFile } from '../../../../src/cli/input/files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remite-files-'))
})
afterAll(() => rm(folder, { recursive: true }))

const stdinOf = (...chunks: (string | Buffer)[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
const read = (path: string, stdin = stdinOf(), language: 'en' | 'es' = 'en') =>
  readTextFile(path, { stdin, language })

const readSecret = (stdin: Readable) => readSecretLine({ stdin, language: 'en' })

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

test('a file is read as UTF-8, without its byte order mark', async () => {
  expect(await read(await fileOf('a.html', '\ufeff<p>¡Hola!</p>'))).toBe('<p>¡Hola!</p>')
})

test('a dash reads standard input, also when a character is split between chunks', async () => {
  const bytes = Buffer.from('mañana')
  expect(await read('-', stdinOf(bytes.subarray(0, 3), bytes.subarray(3)))).toBe('mañana')
})

test('a missing file, a folder and a denied file have different messages in the chosen language', async () => {
  const missing = join(folder, 'none.html')
  await expect(read(missing)).rejects.toMatchObject({
    code: 'file_unreadable',
    details: { values: { path: missing, reason: 'the file does not exist' } },
  })
  await expect(read(folder, stdinOf(), 'es')).rejects.toMatchObject({
    details: { values: { reason: 'es una carpeta' } },
  })
})

test.skipIf(process.getuid?.() === 0)('a file without permission says so', async () => {
  const path = await fileOf('closed.html', 'x')
  await chmod(path, 0o000)
  await expect(read(path)).rejects.toMatchObject({
    details: { values: { reason: 'permission denied' } },
  })
})

test('more than 10 MB is refused, from a file and from a pipe without an end', async () => {
  const large = Buffer.alloc(10 * 1024 * 1024 + 1, 'x')
  const reason = { details: { values: { reason: 'it is too large' } } }
  await expect(read(await fileOf('large.html', large))).rejects.toMatchObject(reason)
  const endless = Readable.from(
    (function* () {
      while (true) yield Buffer.alloc(65_536, 'x')
    })(),
  )
  await expect(read('-', endless)).rejects.toMatchObject(reason)
  expect(await read(await fileOf('just.html', large.subarray(1)))).toHaveLength(10 * 1024 * 1024)
})

test('a file that is not UTF-8 is refused', async () => {
  const path = await fileOf('latin.html', Buffer.from('ma\xf1ana', 'latin1'))
  await expect(read(path)).rejects.toMatchObject({
    code: 'file_unreadable',
    details: { values: { reason: 'it is not UTF-8 text' } },
  })
})

test('an empty file is refused', async () => {
  await expect(read(await fileOf('empty.html', ' \n'))).rejects.toMatchObject({
    code: 'file_empty',
  })
})

test('a secret is the first line without its line break, spaces included', async () => {
  expect(await readSecret(stdinOf(' pass word \r\nrest'))).toBe(' pass word ')
  expect(await readSecret(stdinOf('no end'))).toBe('no end')
  expect(await readSecret(stdinOf('ñ', 'andú\n', 'x'))).toBe('ñandú')
  expect(await readSecret(stdinOf())).toBe('')
})

test('reading a secret stops after its line', async () => {
  const stdin = new Readable({ read() {} })
  stdin.push('secret\n')
  expect(await readSecret(stdin)).toBe('secret')
})

test('a large file is not accepted as a secret', async () => {
  await expect(readSecret(stdinOf('x'.repeat(20_000)))).rejects.toMatchObject({
    code: 'file_unreadable',
  })
})
