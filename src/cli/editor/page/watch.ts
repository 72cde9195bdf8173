import { openSession, RequestError } from './calls.ts'
import { byId, setText } from './elements.ts'
import { fill, messages } from './messages.ts'
import { setUpWidths } from './widths.ts'

interface FileState {
  version: number
  /** Absent while the file does not exist. */
  html?: string
  time: string
  problem?: string
}

/** Shows the file and its changes by long polling. */
async function start(): Promise<void> {
  const session = await openSession()
  if (!session) return setText('alert', messages.linkUsed)
  const { call } = session
  setUpWidths()
  const frame = byId<HTMLIFrameElement>('preview-frame')
  for (let version = 0; ; ) {
    try {
      const seen = await call<FileState>('changed', { version })
      if (seen.version === version) continue
      version = seen.version
      setText('alert', seen.problem ?? (seen.html === undefined ? messages.fileGone : ''))
      setText('status', fill(messages.changedAt, { time: seen.time }))
      if (seen.html !== undefined) frame.srcdoc = seen.html
    } catch (error) {
      return setText('alert', error instanceof RequestError ? error.message : messages.ended)
    }
  }
}

void start()
