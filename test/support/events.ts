import type { Executor } from '../../src/service/database/dialect.ts'
import { publishEvents } from '../../src/service/events/publish.ts'

/** Publishes events until every event has its deliveries. */
export async function publishAll(db: Executor): Promise<void> {
  while ((await publishEvents(db)) > 0);
}
