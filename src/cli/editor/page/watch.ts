import { openSession, Refusal } from './calls.ts'
import { byId, say } from './elements.ts'
import { offerWidths } from './widths.ts'
import { fill, words } from './words.ts'

interface Seen {
  version: number
  /** Absent while the file is not there. */
  html?: string
  time: string
  problem?: string
}

/** Shows the file, and each state it gets into: the answer comes when there is a new one. */
async function start(): Promise<void> {
  const call = await openSession()
  if (!call) return say('alert', words.linkUsed)
  offerWidths()
  const frame = byId<HTMLIFrameElement>('preview-frame')
  for (let version = 0; ; ) {
    try {
      const seen = await call<Seen>('changed', { version })
      if (seen.version === version) continue
      version = seen.version
      say('alert', seen.problem ?? (seen.html === undefined ? words.fileGone : ''))
      say('status', fill(words.changedAt, { time: seen.time }))
      if (seen.html !== undefined) frame.srcdoc = seen.html
    } catch (error) {
      return say('alert', error instanceof Refusal ? error.message : words.ended)
    }
  }
}

void start()
