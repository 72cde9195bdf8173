import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { abWinner } from './ab-winner.ts'
import { archive } from './archive.ts'
import { cancel } from './cancel.ts'
import { check } from './check.ts'
import { convert } from './convert.ts'
import { create } from './create.ts'
import { remove } from './delete.ts'
import { duplicate } from './duplicate.ts'
import { get } from './get.ts'
import { links } from './links.ts'
import { list } from './list.ts'
import { pause } from './pause.ts'
import { preview } from './preview.ts'
import { recipients } from './recipients.ts'
import { resend } from './resend.ts'
import { resume } from './resume.ts'
import { schedule } from './schedule.ts'
import { send } from './send.ts'
import { stats } from './stats.ts'
import { sendTest } from './test.ts'
import { unschedule } from './unschedule.ts'
import { update } from './update.ts'

export const campaignHandlers = (service: Service): Handlers['campaigns'] => ({
  list: list(service),
  create: create(service),
  get: get(service),
  update: update(service),
  delete: remove(service),
  check: check(service),
  test: sendTest(service),
  send: send(service),
  stats: stats(service),
  schedule: schedule(service),
  unschedule: unschedule(service),
  pause: pause(service),
  resume: resume(service),
  cancel: cancel(service),
  abWinner: abWinner(service),
  duplicate: duplicate(service),
  preview: preview(service),
  recipients: recipients(service),
  links: links(service),
  convert: convert(service),
  resend: resend(service),
  archive: archive(service),
})
