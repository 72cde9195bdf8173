import { loadMessages } from '../../messages/index.ts'
import { isChildProcess } from '../host/child-processes.ts'
import type { Host } from '../host/host.ts'
import { languageOf } from './report.ts'

/** A command that ends sooner than this after Ctrl-C needs no explanation. */
const delayMs = 1000

/** Says at a terminal how to stop at once, if the command has not ended a second after Ctrl-C. */
export async function explainStop(host: Host, ended: AbortSignal): Promise<void> {
  const { clock, stderr } = host
  // Ctrl-C reaches children too. Their parent explains.
  if (!stderr.isTTY || isChildProcess()) return
  await clock.sleep(delayMs, ended)
  if (ended.aborted) return
  const { terminal } = await loadMessages(languageOf(host))
  stderr.write(`\n${terminal.stopping}\n`)
}
