import type { Furnished } from '../../test/support/doors.ts'

const hostile = [
  ...[null, '', ' ', '\0', '\ud800', '\u202e', "' or 1=1 --", '%', '_', '{{ x', '../..', '💥'],
  ...[-1, 0, 1.5, 2 ** 53, 1e308, true, [], {}, [[]], { a: 1 }, 'x'.repeat(5000)],
]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Puts something hostile into a place of a value, or takes a place away. */
export function spoil(value: unknown, dice: readonly number[]): unknown {
  const [first = 0, second = 0, ...rest] = dice
  const isHere = typeof value !== 'object' || value === null || first % 4 === 0 || rest.length === 0
  if (isHere) return hostile[second % hostile.length]
  const entries = Object.entries(value)
  const [name, inner] = entries[second % Math.max(entries.length, 1)] ?? ['x', 1]
  const others = entries.filter(([each]) => each !== name)
  const kept = first % 4 === 1 ? others : [...others, [name, spoil(inner, rest)]]
  return Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept)
}

/** What is required, and one field more: with all of them hardly anything is right at once. */
export function slim(value: unknown, required: readonly string[], die: number): unknown {
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  const [more] = entries[die % Math.max(entries.length, 1)] ?? []
  return Object.fromEntries(entries.filter(([name]) => required.includes(name) || name === more))
}

/** What is right, with a field that was made up instead of its own or beside it; sometimes with none. */
export function graft(right: unknown, made: unknown, die: number): unknown {
  if (!isObject(right) || !isObject(made)) return right
  const entries = Object.entries(made)
  const [name, value] = entries[die % (entries.length + 1)] ?? []
  if (name === undefined) return right
  return name === 'nodes' ? withStep(right, value) : { ...right, [name]: value }
}

/** Steps that were made up make a flow only where something leads to them. */
function withStep(right: Record<string, unknown>, nodes: unknown): object {
  const [step] = [nodes].flat().filter(isObject)
  if (!step) return { ...right, nodes }
  const ends = [
    { id: 'start', type: 'trigger' },
    { id: 'end', type: 'exit' },
  ]
  const edges = [
    { from: 'start', to: 'made' },
    { from: 'made', to: 'end' },
  ]
  return { ...right, nodes: [...ends, { ...step, id: 'made' }], edges }
}

let people = 0

/** Numbers that the account has, where a field says that it wants one; addresses that are some. */
export function withIds(value: unknown, things: Furnished): unknown {
  if (Array.isArray(value)) return value.map((each) => withIds(each, things))
  if (!isObject(value)) return value
  const known: Record<string, unknown> = {
    ...{ list_id: things.list, segment_id: things.segment, template_id: things.template },
    ...{ contact_id: things.contact, campaign_id: things.campaign, from_mail: things.sender },
    email: `p${++people}@mine.example`,
    emails: ['me@mine.example'],
    url: 'https://a.example/',
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const id = known[name]
      if (id === undefined) return [name, withIds(inner, things)]
      return [name, Array.isArray(inner) ? [id].flat().map(String) : id]
    }),
  )
}
