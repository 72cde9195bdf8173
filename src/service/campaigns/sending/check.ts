import type { contract } from '../../../contract/index.ts'
import type { Language } from '../../../core/language.ts'
import { messages } from '../../../messages/all.ts'
import { fill } from '../../../messages/fill.ts'
import { readableValues } from '../../../messages/readable-values.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { inspect } from '../check/inspect.ts'
import type { CheckItem } from '../check/items.ts'
import { type Campaign, findCampaign, listsOf } from '../store.ts'
import { audienceOf } from './audience.ts'
import { preflight } from './preflight.ts'
import { checkItems, isReady } from './preflight-checks.ts'

export const check =
  (service: Service): Handler<typeof contract.campaigns.check> =>
  async ({ id }, { account, language }) => {
    const row = await findCampaign(service.db, account.id, id)
    const lists = (await listsOf(service.db, account.id, [id])).get(id) ?? {
      included: [],
      excluded: [],
    }
    const checks = await preflight(service, account.id, draftOf(row), lists)
    const { gone, broken, analysis } = checks
    const canRender = !gone && !broken && row.audience_fixed === 0
    const [audience, { findings, renderedBytes }] = await Promise.all([
      gone === undefined ? audienceOf(service, row, lists) : {},
      inspect(service, { campaign: row, lists, analysis, canRender }),
    ])
    const items = checkItems({
      ...checks,
      findings: [...checks.findings, ...findings],
      renderedBytes,
    })
    return {
      ready: isReady(items),
      ...audience,
      items: items.map((item) => inWords(item, language)),
    }
  }

export const draftOf = (row: Campaign) => ({
  ...row,
  scheduled_at: row.status === 'scheduled' ? row.scheduled_at : null,
  isTested: row.tested_at !== null && row.tested_at >= row.updated_at,
})

function inWords(item: CheckItem, language: Language) {
  const { code, level, values, places, suggestion, isFixable } = item
  const { campaignChecks, linkFaults } = messages[language]
  const { wrong, well } = campaignChecks[code]
  const { reason } = values
  const fault = Object.entries(linkFaults).find(([name]) => name === reason)?.[1]
  // A note has values, a check without a finding has none.
  const isNote = Object.keys(values).length > 0
  const sentence = level === 'ok' && !isNote ? well : wrong
  const shown = {
    ...readableValues(values, language),
    ...(fault !== undefined && { reason: fault }),
  }
  const message = fill(sentence, shown)
  return {
    code,
    level,
    message,
    ...(isNote && { values }),
    ...(places && { places }),
    ...(suggestion !== undefined && { suggestion }),
    ...(isFixable && { fixable: true }),
  }
}
