import type { contract } from '../../contract/index.ts'
import { dayMs, toIsoTime } from '../../core/time.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { formUrl } from './form.ts'
import { countContacts, findList, selectGrowth } from './store.ts'
import { showList } from './view.ts'

const daysShown = 30

export const get =
  ({ reader, db, clock, settings }: Service): Handler<typeof contract.lists.get> =>
  async ({ id }, { account }) => {
    const list = await findList(db, { accountId: account.id, listId: id })
    const counts = (await countContacts(db, account.id, [id]))(id)
    const today = clock.now() - (clock.now() % dayMs)
    const first = today - (daysShown - 1) * dayMs
    const byDay = await selectGrowth(reader, { accountId: account.id, listId: id }, first)
    const growth = Array.from({ length: daysShown }, (_, index) => {
      const day = first + index * dayMs
      const { joined, left } = byDay.get(day) ?? { joined: 0, left: 0 }
      return { at: toIsoTime(day), joined, left }
    })
    const form_url = formUrl(settings.publicUrl, list)
    return { ...showList(list, counts), counts, growth, form_url }
  }
