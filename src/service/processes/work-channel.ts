import { randomToken } from '../../core/ids.ts'
import { minuteMs, secondMs } from '../../core/time.ts'
import type { Notifier } from '../database/postgres/notifier.ts'
import type { Service } from '../service.ts'
import { type WorkKind, wokenKinds, workKinds } from './work.ts'

/** More often, the processes of a busy installation would only wake each other. */
const sendEveryMs = secondMs
/** How long our own message may take to arrive. A pooler may accept LISTEN and pass nothing on. */
const probeMs = 5 * secondMs
const checkMs = minuteMs
const firstRetryMs = secondMs
const longestRetryMs = minuteMs

interface Announcer {
  /** Tells the other processes of possible work: the first time at once, then each second. */
  announce(kinds: readonly WorkKind[]): void
  stop(): void
}

interface WorkChannel extends Announcer {
  /** Whether the announcements of other processes arrive. */
  isListening(): boolean
  /** Resolves after `stop`. */
  ended: Promise<void>
}

type Dependencies = Pick<Service, 'clock' | 'log' | 'notifier'>

interface Handlers {
  /** Another process has announced work. */
  onWork(kinds: readonly WorkKind[]): void
  /** What was announced before may have been missed. */
  onChange(): void
}

/** Tells other processes of everything, for a process without workers. */
export function createAnnouncer(service: Dependencies) {
  const { announce, stop } = createSender(service, randomToken(9), new AbortController())
  const wake = () => announce(wokenKinds)
  return { wake, keepAwake: wake, stop }
}

/** Announces work to other processes, and listens to theirs while that is possible. */
export function createWorkChannel(service: Dependencies, handlers: Handlers): WorkChannel {
  const { notifier, clock, log } = service
  const { onWork, onChange } = handlers
  const id = randomToken(9)
  const stopping = new AbortController()
  const { signal } = stopping
  const { announce, stop } = createSender(service, id, stopping)
  let isListening = false
  let onProbe = () => {}

  /** Messages are `ID,KIND,KIND …`, the probe `ID`. Those of later versions may name other kinds. */
  function receive(message: string): void {
    const [sender, ...names] = message.split(',')
    if (sender !== id) onWork(workKinds.filter((kind) => names.includes(kind)))
    else if (names.length === 0) onProbe()
  }

  /** Listens until the connection is lost. Returns whether our own messages arrived on it. */
  async function listen(to: Notifier): Promise<boolean> {
    const listener = await to.listen(receive)
    const lost = new AbortController()
    void listener.lost.then(() => lost.abort('lost'))
    const isOver = AbortSignal.any([lost.signal, signal])
    try {
      isListening = await probe(to, isOver)
      if (!isListening) return false
      onChange()
      while (!isOver.aborted) {
        await clock.sleep(checkMs, isOver)
        if (!isOver.aborted) await listener.check()
      }
      return true
    } finally {
      isListening = false
      listener.close()
      onChange()
    }
  }

  /** Returns whether a message of our own arrives. */
  async function probe(to: Notifier, isOver: AbortSignal): Promise<boolean> {
    const arrival = new AbortController()
    onProbe = () => arrival.abort('arrived')
    await to.send(id)
    await clock.sleep(probeMs, AbortSignal.any([arrival.signal, isOver]))
    return arrival.signal.aborted && !isOver.aborted
  }

  async function run(to: Notifier): Promise<void> {
    let retryMs = firstRetryMs
    while (!signal.aborted) {
      if (await listen(to).catch(() => false)) retryMs = firstRetryMs
      await clock.sleep(retryMs, signal)
      const isLong = retryMs < longestRetryMs && retryMs * 2 >= longestRetryMs
      if (isLong) log.info('other processes are not heard: work is looked for each second')
      retryMs = Math.min(retryMs * 2, longestRetryMs)
    }
  }

  return {
    announce,
    stop,
    isListening: () => isListening,
    ended: notifier ? run(notifier) : Promise.resolve(),
  }
}

function createSender(
  { notifier, clock }: Dependencies,
  id: string,
  stopping: AbortController,
): Announcer {
  const { signal } = stopping
  const waiting = new Set<WorkKind>()
  let isSending = false

  async function send(to: Notifier): Promise<void> {
    isSending = true
    while (waiting.size > 0 && !signal.aborted) {
      const kinds = [...waiting]
      waiting.clear()
      try {
        await to.send([id, ...kinds].join(','))
      } catch {
        for (const kind of kinds) waiting.add(kind)
      }
      await clock.sleep(sendEveryMs, signal)
    }
    isSending = false
  }

  return {
    announce(kinds) {
      for (const kind of kinds) waiting.add(kind)
      if (notifier && !isSending) void send(notifier)
    },
    stop: () => stopping.abort(),
  }
}
