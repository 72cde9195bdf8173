import type { SourceFile } from './source-files.ts'

/** Returns the roots and all files that they import, directly or indirectly. Lazy imports count. */
export function reachable(roots: readonly string[], files: readonly SourceFile[]): Set<string> {
  const used = new Set(roots)
  for (const path of used) {
    for (const { to } of files.find((file) => file.path === path)?.imports ?? []) used.add(to)
  }
  return used
}

/** Returns the import cycles, each as `a → b → a`. Type imports and lazy imports count. */
export function cyclesOf(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const cycles: string[] = []
  const done = new Set<string>()
  const trail: string[] = []
  const follow = (path: string): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path) || trail.includes(path)) return
    trail.push(path)
    for (const { to } of byPath.get(path)?.imports ?? []) follow(to)
    trail.pop()
    done.add(path)
  }
  for (const { path } of files) follow(path)
  return cycles
}
