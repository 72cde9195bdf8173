import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Failure } from '../../core/failure.ts'
import { readTextFile } from '../input/files.ts'
import { type Draft, saveDraft } from './documents/document.ts'
import type { EditorContext, EditResult } from './editor-context.ts'
import { explainTo } from './explain.ts'
import { announcePage, openPage, untilClosed } from './open-page.ts'
import { timeAt } from './time-at.ts'

/** The polling interval. Programs save files in different ways, but all change the size or time. */
const pollMs = 250

/** How long a request waits for a change, below the timeout of all browsers. */
const waitMs = 25_000

interface FileState {
  version: number
  html?: string
  time: string
  problem?: string
}

interface WatchOptions {
  file: string
  opens: boolean
  /** Saves each version of the file. */
  saves: boolean
}

/** Shows a file as it changes, until the run is stopped. */
export async function watchFile(
  editing: EditorContext,
  { file, opens, saves }: WatchOptions,
): Promise<EditResult> {
  const { context, messages, document, opened } = editing
  const { host, output, settings } = context
  const { clock, stopped } = host
  const language = settings.language.value
  let draft: Draft = opened
  let seen: FileState = { version: 0, time: '' }
  let [mark, savedCount, isUnsaved] = ['', 0, false]
  const ending = new AbortController()

  /** Reads a new version of the file and saves it if requested. */
  async function look(): Promise<void> {
    const now = await fingerprintOf(file)
    if (now === mark) return
    mark = now
    const next: FileState = { version: seen.version + 1, time: timeAt(clock.now(), context) }
    try {
      if (now !== '') next.html = await readTextFile(file, { stdin: host.stdin, language })
      if (next.html !== undefined && saves) await save(next.html)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      next.problem = explainTo(context.messages)(error).body.detail
      await output.warn(next.problem)
    }
    seen = next
  }

  async function save(html: string): Promise<void> {
    if (html === draft.content.html) return
    isUnsaved = true
    draft = await saveDraft(document, draft, { html })
    isUnsaved = false
    savedCount += 1
    output.note(messages.run.saved)
  }

  async function keepLooking(): Promise<void> {
    while (!ending.signal.aborted) {
      await clock.sleep(pollMs, ending.signal)
      await look()
    }
  }

  async function changed({ version }: Readonly<Record<string, unknown>>): Promise<FileState> {
    const until = clock.now() + waitMs
    while (seen.version === version && clock.now() < until && !stopped.aborted) {
      await clock.sleep(pollMs, ending.signal)
    }
    return seen
  }

  // Throws if the file does not exist, which is probably a typo.
  await readTextFile(file, { stdin: host.stdin, language })
  await look()
  const title = `${draft.name} · ${basename(file)}`
  const server = await openPage(editing, { kind: 'watch', title, handlers: { changed } })
  const looking = keepLooking()
  try {
    output.note(messages.run.watching(file))
    await announcePage(editing, server, opens)
    await Promise.race([untilClosed(editing, server), looking])
  } finally {
    ending.abort()
    await server.close()
    await looking
  }
  return { saved: savedCount > 0, unsaved: isUnsaved }
}

/** Returns size, time and inode; empty if the file is missing, because some programs replace it. */
async function fingerprintOf(file: string): Promise<string> {
  try {
    const { size, mtimeMs, ino } = await stat(file)
    return `${size} ${mtimeMs} ${ino}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
