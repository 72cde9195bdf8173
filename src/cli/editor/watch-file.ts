import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context.ts'
import { readTextFile } from '../input/files.ts'
import { type Draft, openDraft, saveDraft } from './draft.ts'
import type { Edited, Editing } from './editing.ts'
import { explainTo } from './explain.ts'
import { openPage, tellOf, untilLeft } from './open-page.ts'

/** How soon a change is seen. Programs write in different ways; all of them change size or time. */
const lookMs = 250

/** So long an answer waits for a change: less than any browser gives up after. */
const waitMs = 25_000

interface Seen {
  version: number
  html?: string
  time: string
  problem?: string
}

interface Watching {
  file: string
  opens: boolean
  /** Each state of the file becomes the campaign's. */
  saves: boolean
}

/** Shows a file as it changes, until the run is stopped. */
export async function watchFile(
  editing: Editing,
  { file, opens, saves }: Watching,
): Promise<Edited> {
  const { context, words, id } = editing
  const { host, output, settings } = context
  const { clock, stopped } = host
  const language = settings.language.value
  let draft: Draft = await openDraft(context, id)
  let seen: Seen = { version: 0, time: '' }
  let [mark, savedCount, isUnsaved] = ['', 0, false]
  const ending = new AbortController()

  /** A new state of the file, and of the campaign where it is saved. */
  async function look(): Promise<void> {
    const now = await markOf(file)
    if (now === mark) return
    mark = now
    const next: Seen = { version: seen.version + 1, time: timeAt(clock.now(), context) }
    try {
      if (now !== '') next.html = await readTextFile(file, { stdin: host.stdin, language })
      if (next.html !== undefined && saves) await save(next.html)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      next.problem = explainTo(context.words)(error).body.detail
      await output.warn(next.problem)
    }
    seen = next
  }

  async function save(html: string): Promise<void> {
    if (html === draft.content.html) return
    isUnsaved = true
    draft = await saveDraft(context, draft, { html })
    isUnsaved = false
    savedCount += 1
    output.note(words.run.saved)
  }

  async function keepLooking(): Promise<void> {
    while (!ending.signal.aborted) {
      await clock.sleep(lookMs, ending.signal)
      await look()
    }
  }

  async function changed({ version }: Readonly<Record<string, unknown>>): Promise<Seen> {
    const until = clock.now() + waitMs
    while (seen.version === version && clock.now() < until && !stopped.aborted) {
      await clock.sleep(lookMs, ending.signal)
    }
    return seen
  }

  // One that is not there at all is a slip of the hand.
  await readTextFile(file, { stdin: host.stdin, language })
  await look()
  const title = `${draft.name} · ${basename(file)}`
  const door = await openPage(editing, { kind: 'watch', title, answers: { changed } })
  const looking = keepLooking()
  try {
    output.note(words.run.watching(file))
    await tellOf(editing, door, opens)
    await Promise.race([untilLeft(editing, door), looking])
  } finally {
    ending.abort()
    await door.close()
    await looking
  }
  return { id, camp_name: draft.name, saved: savedCount > 0, unsaved: isUnsaved }
}

/** Empty when the file is not there: some programs put another one in its place. */
async function markOf(file: string): Promise<string> {
  try {
    const { size, mtimeMs, ino } = await stat(file)
    return `${size} ${mtimeMs} ${ino}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

const timeAt = (now: number, { settings, timezone }: Context): string =>
  new Intl.DateTimeFormat(settings.language.value, {
    timeStyle: 'medium',
    timeZone: timezone,
  }).format(now)
