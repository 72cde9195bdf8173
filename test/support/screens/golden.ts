import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Screens by file name. */
export type Screens = ReadonlyMap<string, string>

/** Reads the screens that a person has read and found right. */
export const readScreens = (folder: string): Screens =>
  new Map(namesIn(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

/** Whether this run writes the screens instead of comparing them. */
export const updatesScreens = (): boolean => process.env.UPDATE_SCREENS === '1'

export function writeScreens(folder: string, screens: Screens): void {
  mkdirSync(folder, { recursive: true })
  for (const name of namesIn(folder)) rmSync(join(folder, name))
  for (const [name, text] of screens) writeFileSync(join(folder, name), text)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
