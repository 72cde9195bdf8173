import type { AbTest } from '../../contract/shapes/campaign.ts'
import { hourMs } from '../../core/time.ts'
import type { Campaign } from './store.ts'

/** The names of the variants of an A/B test, in order. */
const variantNames = ['a', 'b', 'c', 'd', 'e'] as const

/** Half a working day: most people who open a message have opened it by then. */
const defaultWaitHours = 4

/** Returns the A/B test that `create` or `update` stored. */
export const readAbTest = ({ ab_test }: Pick<Campaign, 'ab_test'>): AbTest | undefined =>
  ab_test === null ? undefined : JSON.parse(ab_test)

export const variantsOf = ({ variants }: Pick<AbTest, 'variants'>): string[] =>
  variantNames.slice(0, variants.length)

export const waitMs = ({ wait_hours = defaultWaitHours }: AbTest): number => wait_hours * hourMs

/** Returns the campaign with the content of a variant. Null returns it unchanged. */
export function inVariant<Row extends Pick<Campaign, 'ab_test'>>(
  row: Row,
  variant: string | null,
): Row {
  const test = readAbTest(row)
  const changes = test?.variants[(variantNames as readonly (string | null)[]).indexOf(variant)]
  return changes ? { ...row, ...changes } : row
}

/** Returns every version of the message that a campaign may send, for the preflight. */
export function everyVariant<Row extends Pick<Campaign, 'ab_test'>>(row: Row): [Row, ...Row[]] {
  const test = readAbTest(row)
  const [first, ...others] = test ? variantsOf(test) : []
  const inEach = others.map((variant) => inVariant(row, variant))
  return first === undefined ? [row] : [inVariant(row, first), ...inEach]
}

/**
 * Returns how many recipients the test is sent to. `share` is the percentage for all variants
 * together; each variant gets at least a recipient if there are enough.
 */
export function testSize({ variants, share }: AbTest, recipients: number): number {
  const wanted = Math.round((recipients * share) / 100)
  return Math.min(recipients, Math.max(variants.length, wanted))
}

/** Whether some recipients wait for the winner of the test. */
export function hasRemainder(
  row: Pick<Campaign, 'ab_test' | 'ab_winner'>,
  recipients: number,
): boolean {
  const test = readAbTest(row)
  return test !== undefined && row.ab_winner === null && testSize(test, recipients) < recipients
}

export interface VariantResult {
  variant: string
  sent: number
  delivered: number
  unique_opens: number
  unique_clicks: number
}

/** Returns the variant with the best rate. A tie goes to the first variant. */
export function bestVariant(counts: readonly VariantResult[], by: 'open' | 'click'): string {
  const rateOf = ({ delivered, unique_opens: opens, unique_clicks: clicks }: VariantResult) =>
    delivered === 0 ? 0 : (by === 'open' ? opens : clicks) / delivered
  const [best] = [...counts].sort(
    (a, b) => rateOf(b) - rateOf(a) || (a.variant < b.variant ? -1 : 1),
  )
  return best?.variant ?? variantNames[0]
}
