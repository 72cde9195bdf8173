import { monotonicMs, yieldToEventLoop } from './clock.ts'

/** How long loops over users' bytes may hold the event loop: less than others notice. */
const turnMs = 5

let turnStart = 0
const waiting: (() => void)[] = []

/**
 * Whether the work in this turn of the event loop has taken so long that a loop must call
 * `yieldTurn`. By time, not by rows: a row may cost nothing or a millisecond.
 */
export const mustYield = (): boolean => monotonicMs() - turnStart > turnMs

/**
 * Lets requests, timers and sockets run before a loop continues. Of all waiting loops only one
 * continues in each turn of the event loop, so that many loops together hold it no longer than one.
 */
export function yieldTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) void serveWaiting()
  })
}

async function serveWaiting(): Promise<void> {
  while (waiting.length > 0) {
    await yieldToEventLoop()
    turnStart = monotonicMs()
    waiting.shift()?.()
  }
}

/** Writes each item as text and joins the texts, and yields in between. */
export async function joinInTurns<Item>(
  items: Iterable<Item>,
  write: (item: Item) => string,
): Promise<string> {
  let text = ''
  for (const item of items) {
    text += write(item)
    if (mustYield()) await yieldTurn()
  }
  return text
}
