import type { Component } from 'grapesjs'
import { elementsIn } from '../structure.ts'
import { readStyle, writeStyle } from './style-writer.ts'

const name = 'font-family'

const textsIn = (around: Component | undefined): Component[] =>
  elementsIn(around).filter((each) => readStyle(each, name) !== '')

/** Returns the font that most texts of a message have, or undefined if none states one. */
export function readPageFont(around: Component | undefined): string | undefined {
  const counts = new Map<string, number>()
  for (const each of textsIn(around)) {
    const font = readStyle(each, name)
    counts.set(font, (counts.get(font) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** Sets the font of all texts. Mail programs hand none down to the cells of a table. */
export function writePageFont(around: Component, font: string): void {
  for (const each of textsIn(around)) writeStyle(each, name, font)
}
