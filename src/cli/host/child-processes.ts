import cluster from 'node:cluster'
import { availableParallelism, constants } from 'node:os'
import type {
  ChildMessage,
  ChildProcess,
  ParentMessage,
  StartMessage,
} from '../../core/process-group/child-process.ts'
import { leaveNow } from './host.ts'
import { launcher } from './processes.ts'

/** Starts this program as a child. Addresses on which children listen are opened once and shared. */
export function forkChild(args: readonly string[]): ChildProcess {
  // Plain JSON would turn the NaN of a metric into null.
  cluster.setupPrimary({ exec: launcher(), args: [...args], serialization: 'advanced' })
  // The parent records its own run.
  const worker = cluster.fork({ REMITE_RESULT_FILE: '' })
  // A message that cannot be delivered is followed by the exit of the child.
  worker.on('error', () => {})
  return {
    pid: worker.process.pid ?? 0,
    send(message) {
      if (worker.isConnected()) worker.send(message, () => {})
    },
    onMessage(listener) {
      worker.on('message', listener)
      return () => worker.off('message', listener)
    },
    ended: new Promise((resolve) => {
      worker.once('exit', (code: number | null, signal: NodeJS.Signals | null) =>
        resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
      )
    }),
    kill: () => void worker.process.kill('SIGKILL'),
  }
}

/** The processors that this process may use. */
export const processorCount = (): number => availableParallelism()

export const isChildProcess = (): boolean => cluster.isWorker

/** The parent of this process, which tells it when to start and to stop. */
export interface ParentProcess {
  start: Promise<StartMessage>
  /** Aborts when the parent asks for a stop, and when it ends. */
  stopped: AbortSignal
  hasEnded(): boolean
  send(message: ChildMessage): void
  /** Calls the listener for later messages. */
  onMessage(listener: (message: ParentMessage) => void): void
  /** Lets this process end: the connection to the parent would keep it alive. */
  release(): void
}

/** Returns the parent if this process is a child. */
export function parentProcess(): ParentProcess | undefined {
  const { worker } = cluster
  if (!worker) return undefined
  const stopping = new AbortController()
  let hasStart = false
  let hasEnded = false
  const start = new Promise<StartMessage>((resolve) => {
    worker.on('message', (message: ParentMessage) => {
      if (message.kind === 'stop') stopping.abort()
      if (message.kind !== 'start') return
      hasStart = true
      resolve(message)
    })
  })
  worker.on('disconnect', () => {
    if (worker.exitedAfterDisconnect) return
    hasEnded = true
    // With nothing to finish, or a second wish to end.
    if (!hasStart || stopping.signal.aborted) leaveNow()
    // Node would end this process at once, in the middle of messages.
    worker.exitedAfterDisconnect = true
    stopping.abort()
  })
  const send = (message: ChildMessage) => {
    if (worker.isConnected()) worker.send(message, () => {})
  }
  send({ kind: 'ready' })
  return {
    start,
    stopped: stopping.signal,
    hasEnded: () => hasEnded,
    send,
    onMessage: (listener) => void worker.on('message', listener),
    release: () => void worker.disconnect(),
  }
}
