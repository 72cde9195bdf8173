import { expect, test } from 'vitest'
import {
  classifyVisit,
  type EarlierClick,
  type Visit,
} from '../../../../src/service/tracking/classify-visit.ts'

const windowMs = 10_000
const click = (at: number, link = 0): Visit => ({
  kind: 'click',
  campaign: 1,
  recipient: 1,
  link,
  isMachineAgent: false,
  at,
  count: 1,
})
const delivered = { sentAt: 0, isSubmitting: false, linksInMessage: 5 }

test('an open proves that an uncertain message arrived; an open while submitting is a machine', () => {
  const open: Visit = { ...click(1000), kind: 'open', link: undefined }
  const judged = (isSubmitting: boolean) =>
    classifyVisit(open, { sentAt: null, isSubmitting, linksInMessage: 1 }, [], windowMs).machine
  expect(judged(false)).toBe(0)
  expect(judged(true)).toBe(1)
})

test('the click that completes a burst reclassifies the earlier clicks', () => {
  const earlier: EarlierClick[] = [
    { id: 1, link: 4, at: 57_000, machine: 0 },
    { id: 2, link: 0, at: 60_000, machine: 0 },
    { id: 3, link: 1, at: 60_500, machine: 0 },
  ]
  const { machine, reclassified } = classifyVisit(click(61_000, 2), delivered, earlier, windowMs)
  expect(machine).toBe(1)
  expect(reclassified.map(({ id }) => id)).toEqual([2, 3])
})

test('a scanner does not reclassify the clicks of a person', () => {
  const earlier: EarlierClick[] = [
    { id: 1, link: 0, at: 60_000, machine: 0 },
    { id: 2, link: 1, at: 60_500, machine: 0 },
  ]
  const scan = { ...click(61_000, 2), isMachineAgent: true }
  expect(classifyVisit(scan, delivered, earlier, windowMs)).toEqual({
    machine: 1,
    reclassified: [],
  })
})
