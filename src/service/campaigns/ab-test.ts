import type { AbTest } from '../../contract/shapes/campaign.ts'
import type { Campaign } from './store.ts'

/** The variants of a test, in order. */
const letters = ['a', 'b', 'c', 'd', 'e'] as const

/** Half a working day: most who open a message have done so by then. */
const defaultWaitHours = 4

const hourMs = 3_600_000

/** As `create` and `update` kept it. */
export const readAbTest = ({ ab_test }: Pick<Campaign, 'ab_test'>): AbTest | undefined =>
  ab_test === null ? undefined : JSON.parse(ab_test)

export const variantsOf = ({ variants }: Pick<AbTest, 'variants'>): string[] =>
  letters.slice(0, variants.length)

export const waitMs = ({ wait_hours = defaultWaitHours }: AbTest): number => wait_hours * hourMs

/** The campaign as this version has it; without one as it stands. */
export function inVariant<Row extends Pick<Campaign, 'ab_test'>>(
  row: Row,
  variant: string | null,
): Row {
  const test = readAbTest(row)
  const changes = test?.variants[(letters as readonly (string | null)[]).indexOf(variant)]
  return changes ? { ...row, ...changes } : row
}

/** Every message that a campaign may send, as what the check looks at. */
export function everyVariant<Row extends Pick<Campaign, 'ab_test'>>(row: Row): [Row, ...Row[]] {
  const test = readAbTest(row)
  const [first, ...others] = test ? variantsOf(test) : []
  const inEach = others.map((variant) => inVariant(row, variant))
  return first === undefined ? [row] : [inVariant(row, first), ...inEach]
}

/** Each version has somebody, as far as there are people; the share is of all of them together. */
export function sizeOfTest({ variants, share }: AbTest, recipients: number): number {
  const wanted = Math.round((recipients * share) / 100)
  return Math.min(recipients, Math.max(variants.length, wanted))
}

/** Whether somebody is left who gets the version that wins. */
export function hasRest(row: Pick<Campaign, 'ab_test' | 'ab_winner'>, recipients: number): boolean {
  const test = readAbTest(row)
  return test !== undefined && row.ab_winner === null && sizeOfTest(test, recipients) < recipients
}

export interface VariantCount {
  variant: string
  sent: number
  unique_opens: number
  unique_clicks: number
}

/** The one with the best rate; among equals, and where nobody did anything, the first. */
export function bestVariant(counts: readonly VariantCount[], by: 'open' | 'click'): string {
  const rateOf = ({ sent, unique_opens: opens, unique_clicks: clicks }: VariantCount) =>
    sent === 0 ? 0 : (by === 'open' ? opens : clicks) / sent
  const [best] = [...counts].sort(
    (one, other) => rateOf(other) - rateOf(one) || (one.variant < other.variant ? -1 : 1),
  )
  return best?.variant ?? letters[0]
}
