import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { deliverability } from './deliverability.ts'
import { show } from './show.ts'
import { stats } from './stats.ts'

export const dashboardHandlers = (service: Service): Handlers['dashboard'] => ({
  show: show(service),
  stats: stats(service),
  deliverability: deliverability(service),
})
