import type { Executor } from '../../src/service/database/dialect.ts'
import { publishEvents } from '../../src/service/events/publish.ts'

/** Publishes events until every event has its deliveries. Returns how many it published. */
export async function publishAll(db: Executor): Promise<number> {
  for (let sum = 0; ; ) {
    const count = await publishEvents(db)
    if (count === 0) return sum
    sum += count
  }
}
