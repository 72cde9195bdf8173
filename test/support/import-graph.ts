import type { SourceFile } from './source-files.ts'

/** The files that the roots import, at once or later, and the roots themselves. */
export function reachable(roots: readonly string[], files: readonly SourceFile[]): Set<string> {
  const used = new Set(roots)
  for (const path of used) {
    for (const { to } of files.find((file) => file.path === path)?.imports ?? []) used.add(to)
  }
  return used
}

/** Ways that lead from a file back to it; what is loaded lazily comes when all is there. */
export function cyclesOf(files: readonly SourceFile[]): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const way: string[] = []
  const follow = (path: string): void => {
    if (way.includes(path)) cycles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (done.has(path) || way.includes(path)) return
    way.push(path)
    const file = files.find((each) => each.path === path)
    for (const { to, isLazy } of file?.imports ?? []) if (!isLazy) follow(to)
    way.pop()
    done.add(path)
  }
  for (const { path } of files) follow(path)
  return cycles
}
