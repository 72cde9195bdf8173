import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Failure } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { terminalMessages } from '../output/terminal-messages.ts'

/** Larger than any HTML body, flow or set of conditions, so probably the wrong file. */
const maxBytes = 10 * 1024 * 1024

/** A token has a few hundred bytes. A longer input is probably a file redirected by mistake. */
const maxSecretBytes = 16 * 1024

const standardInput = '-'

const reasonByCode = {
  ENOENT: 'fileMissing',
  ENOTDIR: 'fileMissing',
  EISDIR: 'fileIsFolder',
  EACCES: 'fileNotPermitted',
  EPERM: 'fileNotPermitted',
  EFBIG: 'fileTooLarge',
} as const

interface Source {
  readonly stdin: Readable
  /** The language of the reason in a Failure. */
  readonly language: Language
}

/** Reads the text of a file, or of standard input for `-`: UTF-8, not empty, at most 10 MB. */
export async function readTextFile(path: string, { stdin, language }: Source): Promise<string> {
  const bytes = await readByteFile(path, { stdin, language })
  const text = decodeUtf8(bytes)
  if (text === undefined) throw unreadable({ path, reason: 'fileNotUtf8', language })
  if (text.trim() === '') throw new Failure('file_empty', { values: { path } })
  return text
}

/** Reads the raw bytes, because signed content must not change. */
export const readByteFile = (path: string, { stdin, language }: Source): Promise<Buffer> =>
  readBytes(path, stdin).catch((cause: unknown) => {
    throw unreadableFile(path, language, cause)
  })

/** Reads the first line of standard input without its line break, and nothing after it. */
export async function readSecretLine({ stdin, language }: Source): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk)
    const end = bytes.indexOf('\n')
    const taken = end < 0 ? bytes : bytes.subarray(0, end)
    chunks.push(taken)
    size += taken.length
    if (end >= 0 || size > maxSecretBytes) break
  }
  const refuse = (reason: Reason) => unreadable({ path: standardInput, reason, language })
  if (size > maxSecretBytes) throw refuse('fileTooLarge')
  const text = decodeUtf8(Buffer.concat(chunks))
  if (text === undefined) throw refuse('fileNotUtf8')
  return text.replace(/\r$/, '')
}

/** Throws unless the file can be opened and read. */
export async function requireReadable(path: string, language: Language): Promise<void> {
  try {
    const file = await open(path)
    try {
      await file.read({ buffer: Buffer.alloc(1), position: 0 }) // a folder can be opened
    } finally {
      await file.close()
    }
  } catch (cause) {
    throw unreadableFile(path, language, cause)
  }
}

/** Converts a system error from opening or reading a file to a Failure. */
export function unreadableFile(path: string, language: Language, cause: unknown): Failure {
  const { code } = cause as NodeJS.ErrnoException
  const reason = reasonByCode[code as keyof typeof reasonByCode] ?? 'fileUnread'
  return unreadable({ path, reason, language, cause })
}

type Reason = 'fileNotUtf8' | 'fileUnread' | (typeof reasonByCode)[keyof typeof reasonByCode]

function unreadable({
  path,
  reason,
  language,
  cause,
}: {
  path: string
  reason: Reason
  language: Language
  cause?: unknown
}): Failure {
  const values = { path, reason: terminalMessages[language][reason] }
  return new Failure('file_unreadable', { values }, { cause })
}

async function readBytes(path: string, stdin: Readable): Promise<Buffer> {
  if (path === standardInput) return collect(stdin)
  const file = await open(path)
  try {
    return await collect(file.createReadStream({ autoClose: false }))
  } finally {
    await file.close()
  }
}

/** Checks the size while reading, because a pipe has no size. */
async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) throw Object.assign(new Error('file too large'), { code: 'EFBIG' })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** Returns undefined if the bytes are not UTF-8. Removes a byte order mark. */
function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined // The error contains no details.
  }
}
