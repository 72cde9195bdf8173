import { number, percent, text } from '../command/view.ts'
import type { View } from '../output/document.ts'
import { campaignStatus } from './columns.ts'

/** The view of a send and of its progress. */
export const sentView: View = {
  fields: [
    text('id'),
    campaignStatus,
    number('recipients'),
    number('sent'),
    number('failed'),
    number('uncertain'),
    percent('open_rate'),
  ],
}
