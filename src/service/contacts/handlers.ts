import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { bulk } from './bulk/bulk.ts'
import { remove } from './erasure/remove.ts'
import { get } from './get.ts'
import { history } from './history.ts'
import { list } from './list.ts'
import type { SegmentFilter } from './segment-filter.ts'
import { add } from './writing/add.ts'
import { update } from './writing/update.ts'

export const contactHandlers = (
  service: Service,
  filterBy: SegmentFilter,
): Handlers['contacts'] => ({
  list: list(service, filterBy),
  add: add(service),
  get: get(service),
  update: update(service),
  remove: remove(service),
  history: history(service),
  bulk: bulk(service, filterBy),
})
