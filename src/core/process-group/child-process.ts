/** What a parent process sends to its children. */
export type ParentMessage =
  | {
      kind: 'start'
      /** The first child that starts tells the operator about the installation. */
      isFirst: boolean
      /** The process of the database that this one replaces. It is dead. */
      replaces: string | undefined
      /** What the caller of the group passes to each child. */
      settings: unknown
    }
  | { kind: 'stop' }
  | { kind: 'reload' }
  | { kind: 'metrics'; request: number }

export type StartMessage = Extract<ParentMessage, { kind: 'start' }>

/** What a child process sends to its parent. */
export type ChildMessage =
  /** It listens for messages. */
  | { kind: 'ready' }
  /** It accepts requests, under this id in the database. */
  | { kind: 'started'; processId: string }
  /** A newer program has changed the database, so no process of this program can go on. */
  | { kind: 'outdated' }
  | { kind: 'metrics'; request: number; metrics: readonly unknown[] }

/** A process that the parent has started. All children share their listening addresses. */
export interface ChildProcess {
  pid: number
  send(message: ParentMessage): void
  /** Returns a function that removes the listener. */
  onMessage(listener: (message: ChildMessage) => void): () => void
  /** Resolves with the exit code, or 128 and the number of the signal that ended it. */
  ended: Promise<number>
  /** Sends SIGKILL. */
  kill(): void
}
