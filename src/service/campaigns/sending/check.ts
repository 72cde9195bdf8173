import type { contract } from '../../../contract/index.ts'
import type { Language } from '../../../core/language.ts'
import { messages } from '../../../messages/all.ts'
import { fill } from '../../../messages/fill.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { type Campaign, findCampaign, listsOf } from '../store.ts'
import { preflight } from './preflight.ts'
import { type CheckItem, checkItems, isReady } from './preflight-checks.ts'

export const check =
  (service: Service): Handler<typeof contract.campaigns.check> =>
  async ({ id }, { account, language }) => {
    const row = await findCampaign(service.db, account.id, id)
    const lists = (await listsOf(service.db, [id])).get(id) ?? { included: [], excluded: [] }
    const checks = await preflight(service, account.id, draftOf(row), lists)
    const items = checkItems(checks)
    return { ready: isReady(items), items: items.map((item) => inWords(item, language)) }
  }

export const draftOf = (row: Campaign) => ({
  ...row,
  scheduled_at: row.status === 'scheduled' ? row.scheduled_at : null,
  isTested: row.tested_at !== null && row.tested_at >= row.updated_at,
})

function inWords({ code, level, values }: CheckItem, language: Language) {
  const { wrong, well } = messages[language].campaignChecks[code]
  const message = fill(level === 'ok' ? well : wrong, values)
  return { code, level, message, ...(Object.keys(values).length > 0 && { values }) }
}
