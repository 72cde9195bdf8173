import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { add } from './add.ts'
import { bulk } from './bulk.ts'
import { get } from './get.ts'
import { history } from './history.ts'
import { list } from './list.ts'
import { remove } from './remove.ts'
import type { SegmentFilter } from './segment-filter.ts'
import { update } from './update.ts'

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
