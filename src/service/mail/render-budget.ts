/** The work that rendering may cost, in units of about 10 ns. */
export type WorkLimit = number

/**
 * The limit for the body of one message, and for a subject, a preheader or the address of a link. A
 * newsletter with 5,000 merge tags and a filter in each needs a third of it.
 */
export const workLimits = { body: 5_000_000, line: 250_000 } as const satisfies Record<
  string,
  WorkLimit
>

/** What the parts of a template cost, in the same units. A character that a filter reads costs 1. */
export const cost = {
  /** Rendering the contents of a tag once, however many there are. */
  contents: 80,
  /** Rendering a tag or a run of text. */
  node: 50,
  /** Evaluating a name, a literal or an operator. */
  evaluation: 60,
  filter: 60,
  /** Comparing an item of a list. The library uses a generator for each. */
  item: 20,
  /** The name of a month or a day in a date. The library creates a formatter for each. */
  dateName: 5000,
  /** An item of a range. */
  rangeItem: 8,
} as const

/** Characters of constant text per unit: text is only copied. */
export const copiedPerUnit = 16

/** Thrown within the library when a template exceeds its budget. */
export class BudgetExceeded extends Error {}

/**
 * Counts the work of one rendering. Time is no measure of it: it depends on the load of the machine,
 * and the library looks at the clock only between two tags. It takes the place of the library's
 * memory limit, which filters and ranges charge.
 */
export class RenderBudget {
  #left: number
  #isInFilter = false

  constructor(limit: WorkLimit) {
    this.#left = limit
  }

  spend(work: number): void {
    if (!(work > 0)) return
    this.#left -= work
    if (this.#left < 0) throw new BudgetExceeded()
  }

  /** The library calls this before it allocates: items of a range, or characters in a filter. */
  use(count: number): void {
    this.spend(this.#isInFilter ? count : count * cost.rangeItem)
  }

  inFilter<T>(run: () => T): T {
    this.#isInFilter = true
    try {
      return run()
    } finally {
      this.#isInFilter = false
    }
  }

  /** The library calls this with the time. */
  check(): void {}
}

/** Returns the budget of a rendering, which the library knows as its memory limit. */
export const budgetOf = ({ memoryLimit }: { memoryLimit: object }): RenderBudget =>
  memoryLimit as RenderBudget

/** Returns the characters of a text or of the items of a list. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value)) return 1
  let size = 0
  for (const item of value) size += cost.item + (typeof item === 'string' ? item.length : 1)
  return size
}
