import type { Executor } from '../../src/service/database/dialect.ts'
import { publishEvents } from '../../src/service/events/publisher.ts'

/** Until every event has become its deliveries. */
export async function publishAll(db: Executor): Promise<void> {
  while ((await publishEvents(db)) > 0);
}
