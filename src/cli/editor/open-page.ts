import { openInBrowser } from '../processes.ts'
import { type Answer, type Door, openDoor } from './door.ts'
import type { Editing } from './editing.ts'
import { explainTo } from './explain.ts'
import { type PageKind, pageFiles, pagePolicy } from './page-files.ts'

const idleMs = 30 * 60_000

interface Page {
  kind: PageKind
  title: string
  answers: Record<string, Answer>
}

export async function openPage(
  { context, words }: Editing,
  { kind, title, answers }: Page,
): Promise<Door> {
  const language = context.settings.language.value
  return openDoor({
    clock: context.host.clock,
    files: await pageFiles(kind, { language, words, title }),
    answers,
    policy: pagePolicy,
    explain: explainTo(context.words),
    idleMs,
  })
}

/** A person at a terminal gets the page; the link is said in any case, for another browser. */
export async function tellOf(
  { context: { host, output }, words }: Editing,
  { link }: Door,
  opens: boolean,
): Promise<void> {
  output.note(words.run.open(link))
  if (!opens || host.stderr.isTTY !== true) return
  await openInBrowser(link, { platform: host.machine.platform, env: host.env })
}

/** Resolves when the run is stopped, or nobody has been there for long. */
export async function untilLeft({ context, words }: Editing, door: Door): Promise<void> {
  const idle = door.idle.then(() => 'idle')
  const end = await Promise.race([whenAborted(context.host.stopped), idle])
  if (end === 'idle') context.output.note(words.run.idle)
}

export const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
  })
