import type { Clock } from '../../core/clock.ts'
import { type Metrics, metricsType, renderTogether } from '../metrics.ts'
import type { Member } from './process-group.ts'

/** Prometheus gives up after 10 s. Until then, a child may start or be busy. */
const answerMs = 5_000

/** The metrics of all children of a group. A child that does not answer in time is left out. */
export function groupMetrics(
  members: () => readonly Member[],
  clock: Clock,
): Pick<Metrics, 'render' | 'contentType'> {
  let lastRequest = 0

  return {
    contentType: metricsType,
    async render() {
      const collected = new Map<number, readonly unknown[]>()
      await Promise.all(
        members().map(async (member) => {
          const metrics = await ask(member)
          if (metrics) collected.set(member.place, metrics)
        }),
      )
      return renderTogether(new Map([...collected].sort(([a], [b]) => a - b)))
    },
  }

  async function ask({ child }: Member): Promise<readonly unknown[] | undefined> {
    const request = ++lastRequest
    const isOver = new AbortController()
    let stopListening = () => {}
    const answer = new Promise<readonly unknown[]>((resolve) => {
      stopListening = child.onMessage((message) => {
        if (message.kind === 'metrics' && message.request === request) resolve(message.metrics)
      })
    })
    child.send({ kind: 'metrics', request })
    const late = clock.sleep(answerMs, isOver.signal).then(() => undefined)
    const ended = child.ended.then(() => undefined)
    return Promise.race([answer, late, ended]).finally(() => {
      isOver.abort()
      stopListening()
    })
  }
}
