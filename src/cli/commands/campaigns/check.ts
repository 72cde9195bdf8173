import { campaigns } from '../../../contract/modules/campaigns.ts'
import { leftOutReasons } from '../../../contract/shapes/campaign-check.ts'
import { type CheckItem, isBlocker } from '../../../operations/send-check.ts'
import { checkCampaign, worstFirst } from '../../campaigns/check-campaign.ts'
import { fixContent } from '../../campaigns/fix-content.ts'
import { defineCommand } from '../../command/command.ts'
import { check, number, sentence, state, text, unlessZero } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.check,
  positionals: ['id'],
  options: { fix: { kind: 'switch' } },
  examples: ['campaigns check 7', 'campaigns check 7 --fix', 'campaigns check 7 -o json'],
  failures: ['edited_meanwhile', 'wrong_state'],
  async run(context, { input: { id }, options }) {
    if (options.fix) await fixContent(context, id)
    const { items, recipients, leftOut: left_out } = await checkCampaign(context, id)
    const one = { ready: !items.some(isBlocker), recipients, left_out, items }
    return { one, view: viewOf(items) }
  },
  view: viewOf(),
})

/** What is right is in the machine formats only. */
function viewOf(items: readonly CheckItem[] = []) {
  const rows = worstFirst(items)
  return {
    fields: [
      check('ready'),
      unlessZero(number('recipients')),
      ...leftOutReasons.map((reason) => unlessZero(number(`left_out.${reason}`))),
    ],
    sections: [
      {
        ...{ field: 'items', title: 'items', rows },
        columns: [state('level'), text('code'), sentence('message')],
      },
    ],
  }
}
