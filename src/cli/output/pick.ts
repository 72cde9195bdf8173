const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value at a dotted path. Through a list, the result is the list of their values. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value
  if (Array.isArray(value)) return value.map((item) => valueAt(item, path))
  const [head, rest] = splitPath(path)
  return isRecord(value) && Object.hasOwn(value, head) ? valueAt(value[head], rest) : undefined
}

/** Returns the object with only the fields at `paths`, nested as before, in the requested order. */
export function pick(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, paths))
  if (!isRecord(value)) return value
  const wanted = new Map<string, string[]>()
  for (const [head, rest] of paths.map(splitPath)) {
    if (Object.hasOwn(value, head)) wanted.set(head, [...(wanted.get(head) ?? []), rest])
  }
  return Object.fromEntries(
    [...wanted].map(([head, rests]) => [
      head,
      rests.includes('') ? value[head] : pick(value[head], rests),
    ]),
  )
}

/** The first name of a path. */
export const headOf = (path: string): string => splitPath(path)[0]

function splitPath(path: string): [head: string, rest: string] {
  const dot = path.indexOf('.')
  return dot < 0 ? [path, ''] : [path.slice(0, dot), path.slice(dot + 1)]
}
