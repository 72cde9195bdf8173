import { minuteMs } from '../../core/time.ts'
import { openInBrowser } from '../host/processes.ts'
import type { EditorContext } from './editor-context.ts'
import { explainTo } from './explain.ts'
import { type PageKind, pageFiles, pagePolicy } from './page-files.ts'
import { type EditorServer, type Handler, startEditorServer, type UploadHandler } from './server.ts'

const idleMs = 30 * minuteMs

interface Page {
  kind: PageKind
  title: string
  handlers: Record<string, Handler>
  upload?: UploadHandler
  port?: number | undefined
}

export async function openPage(
  { context, messages }: EditorContext,
  { kind, title, handlers: answers, port, upload }: Page,
): Promise<EditorServer> {
  const language = context.settings.language.value
  return startEditorServer({
    clock: context.host.clock,
    files: await pageFiles(kind, { language, messages, title }),
    handlers: answers,
    upload,
    policy: pagePolicy,
    explain: explainTo(context.messages),
    idleMs,
    port,
  })
}

/** Prints the link, and opens it in the browser if a person is at the terminal. */
export async function announcePage(
  { context: { host, output }, messages }: EditorContext,
  { link }: EditorServer,
  opens: boolean,
): Promise<void> {
  output.note(messages.run.open(link))
  if (!opens || host.stderr.isTTY !== true) return
  await openInBrowser(link, { platform: host.machine.platform, env: host.env })
}

/** Resolves when the run is stopped or the page was idle for too long. */
export async function untilClosed(
  { context, messages }: EditorContext,
  server: EditorServer,
): Promise<void> {
  const isIdle = await Promise.race([whenAborted(context.host.stopped), server.idle])
  if (isIdle === true) context.output.note(messages.run.idle)
}

export const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
  })
