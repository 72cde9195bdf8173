/** The most messages between `submitting` and their result, whatever the number of connections up to it. */
const maxUncertain = 64
/** As many as a connection takes before the first answer, if the relay is far and accepts `BDAT`. */
const perConnection = 8

/**
 * The most messages of a process that are `submitting` at a time, which only a crash leaves uncertain. Half of
 * them are with the relay while a turn writes the other half. More than 64 connections have one each.
 */
export const maxSubmitting = (connections: number): number =>
  Math.max(connections, Math.min(maxUncertain, connections * perConnection))
