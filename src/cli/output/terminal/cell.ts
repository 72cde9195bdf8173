import type { Column } from '../document.ts'
import { valueAt } from '../pick.ts'
import type { Screen } from '../screen.ts'
import { hyperlink, targetOf } from './hyperlink.ts'
import { paintOf, signOf, toneOf } from './tone.ts'

/** A value on the screen. Its color and link are added after it has been cut or wrapped. */
export interface Cell {
  readonly text: string
  readonly paint?: (text: string) => string
}

export function cellOf(item: unknown, column: Column, screen: Screen): Cell {
  const { field, format, stateField, typeField, currencyField } = column
  const value = valueAt(item, field)
  const { local } = screen
  const text =
    typeField !== undefined
      ? local.fieldValue(value, valueAt(item, typeField))
      : currencyField !== undefined
        ? local.money(value, valueAt(item, currencyField))
        : local.cell(value, column)
  const isState = format === 'state' || format === 'check'
  if (isState || stateField !== undefined) {
    const tone = toneOf(isState ? value : valueAt(item, stateField ?? ''))
    if (!tone) return { text }
    const sign = signOf(tone, screen.unicode)
    const paint = paintOf(tone, screen.palette)
    const paintSign = (shown: string) =>
      shown.startsWith(sign) ? paint(sign) + shown.slice(sign.length) : shown
    return { text: `${sign} ${text}`, paint: isState ? paint : paintSign }
  }
  const target = screen.hasLinks ? targetOf(value) : undefined
  return target === undefined ? { text } : { text, paint: (shown) => hyperlink(shown, target) }
}

export const painted = ({ paint }: Cell, shown: string): string =>
  paint && shown !== '' ? paint(shown) : shown
