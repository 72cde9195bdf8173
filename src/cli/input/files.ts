import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Failure } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { terminalWords } from '../output/words.ts'

/** An HTML body, a flow, a set of conditions: more than this at once is the wrong file. */
const mostBytes = 10 * 1024 * 1024

/** A pasted token is a few hundred bytes; a file redirected by mistake is more. */
const mostSecretBytes = 16 * 1024

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
  /** For the reason in a Failure. */
  readonly language: Language
}

/** The text of a file, or of standard input for `-`: UTF-8, not empty, at most 10 MB. */
export async function readTextFile(path: string, { stdin, language }: Source): Promise<string> {
  const bytes = await readByteFile(path, { stdin, language })
  const text = decodeUtf8(bytes)
  if (text === undefined) throw unreadable({ path, reason: 'fileNotUtf8', language })
  if (text.trim() === '') throw new Failure('file_empty', { values: { path } })
  return text
}

/** The same as it is, byte for byte: what was signed must not change. */
export const readByteFile = (path: string, { stdin, language }: Source): Promise<Buffer> =>
  readBytes(path, stdin).catch((cause: unknown) => {
    throw unreadableFile(path, language, cause)
  })

/** The first line of standard input, without its end; what follows is left unread. */
export async function readSecretLine({ stdin, language }: Source): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk)
    const end = bytes.indexOf('\n')
    const taken = end < 0 ? bytes : bytes.subarray(0, end)
    chunks.push(taken)
    size += taken.length
    if (end >= 0 || size > mostSecretBytes) break
  }
  const refuse = (reason: Reason) => unreadable({ path: standardInput, reason, language })
  if (size > mostSecretBytes) throw refuse('fileTooLarge')
  const text = decodeUtf8(Buffer.concat(chunks))
  if (text === undefined) throw refuse('fileNotUtf8')
  return text.replace(/\r$/, '')
}

/** What the system said when a file was opened or read, as a Failure. */
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
  const values = { path, reason: terminalWords[language][reason] }
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

/** Counted while it is read: a pipe has no size to ask for. */
async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > mostBytes) throw Object.assign(new Error('file too large'), { code: 'EFBIG' })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** Undefined when the bytes are not UTF-8. A byte order mark goes. */
function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined // The decoder has nothing to say but that it failed.
  }
}
