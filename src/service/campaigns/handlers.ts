import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { create } from './editing/create.ts'
import { remove } from './editing/delete.ts'
import { duplicate } from './editing/duplicate.ts'
import { get } from './editing/get.ts'
import { list } from './editing/list.ts'
import { preview } from './editing/preview.ts'
import { sendTest } from './editing/test.ts'
import { update } from './editing/update.ts'
import { archive } from './public/archive.ts'
import { convert } from './reporting/convert.ts'
import { links } from './reporting/links.ts'
import { recipients } from './reporting/recipients.ts'
import { stats } from './reporting/stats.ts'
import { abWinner } from './sending/ab-winner.ts'
import { cancel } from './sending/cancel.ts'
import { check } from './sending/check.ts'
import { pause } from './sending/pause.ts'
import { resend } from './sending/resend.ts'
import { resume } from './sending/resume.ts'
import { schedule } from './sending/schedule.ts'
import { send } from './sending/send.ts'
import { unschedule } from './sending/unschedule.ts'

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
