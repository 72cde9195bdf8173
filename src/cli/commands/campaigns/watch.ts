import { campaigns } from '../../../contract/modules/campaigns.ts'
import { type CampaignProgress, hasEnded, readProgress } from '../../campaigns/campaign-progress.ts'
import { sentView } from '../../campaigns/sent-view.ts'
import { showChanges } from '../../campaigns/show-changes.ts'
import { canShowBar, showProgress } from '../../campaigns/show-progress.ts'
import { requireStatus } from '../../campaigns/wait.ts'
import { defineCommand } from '../../command/command.ts'
import type { Context } from '../../context/context.ts'
import { poll } from '../../waiting/poll.ts'

export const command = defineCommand({
  endpoint: campaigns.stats,
  positionals: ['id'],
  actsOn: ['scheduled', 'queued', 'sending', 'ab_testing', 'paused'],
  fields: { interval: { omit: true }, breakdown: { omit: true } },
  examples: ['campaigns watch 7', 'campaigns watch 7 -o ndjson'],
  async run(context, { input: { id } }) {
    await requireStatus(context, id)
    const states = untilEnd(context, id)
    if (canShowBar(context)) await showProgress(context, states)
    else await showChanges(context, states, sentView)
    return undefined
  },
  view: sentView,
})

/** Yields the progress until the campaign has ended. A paused one may be resumed. */
async function* untilEnd(context: Context, id: number): AsyncGenerator<CampaignProgress> {
  for await (const progress of poll(context, 'progress', () => readProgress(context, id))) {
    yield progress
    if (hasEnded(progress)) return
  }
}
