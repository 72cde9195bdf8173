import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { type Course, followed, hasEnded, readCourse } from './follow.ts'
import { sentView } from './sent-view.ts'
import { showChanges } from './show-changes.ts'
import { refuseBlindWait } from './wait.ts'

export const command = defineCommand({
  endpoint: campaigns.stats,
  positionals: ['id'],
  fields: { interval: { omit: true } },
  examples: ['campaigns watch 7', 'campaigns watch 7 -o ndjson'],
  async run(context, { input: { id } }) {
    await refuseBlindWait(context, id)
    await showChanges(context, untilEnd(context, id), sentView)
    return undefined
  },
  view: sentView,
})

/** A paused one may be resumed: only what has ended ends it. */
async function* untilEnd(context: Context, id: number): AsyncGenerator<Course> {
  for await (const course of followed(context, 'course', () => readCourse(context, id))) {
    yield course
    if (hasEnded(course)) return
  }
}
