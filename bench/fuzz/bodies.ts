import type { AccountFixture } from '../../test/support/access/account-fixture.ts'

const hostile = [
  ...[null, '', ' ', '\0', '\ud800', '\u202e', "' or 1=1 --", '%', '_', '{{ x', '../..', '💥'],
  ...[-1, 0, 1.5, 2 ** 53, 1e308, true, [], {}, [[]], { a: 1 }, 'x'.repeat(5000)],
]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces a random part of a value with something hostile, or removes it. */
export function corrupt(value: unknown, dice: readonly number[]): unknown {
  const [first = 0, second = 0, ...rest] = dice
  const isHere = typeof value !== 'object' || value === null || first % 4 === 0 || rest.length === 0
  if (isHere) return hostile[second % hostile.length]
  const entries = Object.entries(value)
  const [name, inner] = entries[second % Math.max(entries.length, 1)] ?? ['x', 1]
  const others = entries.filter(([each]) => each !== name)
  const result = first % 4 === 1 ? others : [...others, [name, corrupt(inner, rest)]]
  return Array.isArray(value) ? result.map(([, each]) => each) : Object.fromEntries(result)
}

/** Keeps the required fields and one more: a body with all fields is hardly ever valid. */
export function reduce(value: unknown, required: readonly string[], die: number): unknown {
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  const [more] = entries[die % Math.max(entries.length, 1)] ?? []
  return Object.fromEntries(entries.filter(([name]) => required.includes(name) || name === more))
}

/** Adds at most one generated field to a valid body, or replaces one. */
export function mix(valid: unknown, generated: unknown, die: number): unknown {
  if (!isObject(valid) || !isObject(generated)) return valid
  const entries = Object.entries(generated)
  const [name, value] = entries[die % (entries.length + 1)] ?? []
  if (name === undefined) return valid
  return name === 'nodes' ? withStep(valid, value) : { ...valid, [name]: value }
}

/** Connects a generated node, so that the flow has a path to it. */
function withStep(valid: Record<string, unknown>, nodes: unknown): object {
  const [step] = [nodes].flat().filter(isObject)
  if (!step) return { ...valid, nodes }
  const ends = [
    { id: 'start', type: 'trigger' },
    { id: 'end', type: 'exit' },
  ]
  const edges = [
    { from: 'start', to: 'generated' },
    { from: 'generated', to: 'end' },
  ]
  return { ...valid, nodes: [...ends, { ...step, id: 'generated' }], edges }
}

let people = 0

/** Replaces ids with ids of the account's objects, and addresses with valid ones. */
export function withIds(value: unknown, objects: AccountFixture): unknown {
  if (Array.isArray(value)) return value.map((each) => withIds(each, objects))
  if (!isObject(value)) return value
  const known: Record<string, unknown> = {
    ...{ list_id: objects.list, segment_id: objects.segment, template_id: objects.template },
    ...{ contact_id: objects.contact, campaign_id: objects.campaign, from_mail: objects.sender },
    email: `p${++people}@mine.example`,
    emails: ['me@mine.example'],
    url: 'https://a.example/',
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const id = known[name]
      if (id === undefined) return [name, withIds(inner, objects)]
      return [name, Array.isArray(inner) ? [id].flat().map(String) : id]
    }),
  )
}
