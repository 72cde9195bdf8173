import type { View } from '../../output/document.ts'
import { number, percent, text } from '../../view.ts'

/** A campaign that was just sent, and how far it is. */
export const sentView: View = {
  fields: [
    text('id'),
    text('status'),
    number('recipients'),
    number('sent'),
    number('failed'),
    number('uncertain'),
    percent('open_rate'),
  ],
}
