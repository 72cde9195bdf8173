import type { Component } from 'grapesjs'
import { messages } from '../messages.ts'
import { labelOfTag, readTag, writeTag } from './merge-chips.ts'

/** Fields for the name and the default of a merge tag. A tag with other filters has one field. */
export function tagControls(chip: Component, keys: readonly string[]): HTMLElement[] {
  const tag = readTag(String(chip.get('tag')))
  if (!tag) {
    const written = input(messages.mergeTag, String(chip.get('tag')), (value) => {
      if (/^\{\{.*\}\}$/s.test(value)) chip.set('tag', value)
    })
    return [written]
  }
  let { key, fallback } = tag
  const change = () => chip.set('tag', writeTag({ key, fallback }))
  const label = document.createElement('label')
  const select = document.createElement('select')
  for (const each of new Set([key, ...keys])) {
    select.append(new Option(labelOfTag(`{{ ${each} }}`), each))
  }
  select.value = key
  select.addEventListener('change', () => {
    key = select.value
    change()
  })
  label.append(messages.mergeTag, select)
  const byDefault = input(messages.tagDefault, fallback, (value) => {
    fallback = value
    change()
  })
  return [label, byDefault]
}

function input(name: string, value: string, accept: (value: string) => void): HTMLElement {
  const label = document.createElement('label')
  const field = document.createElement('input')
  field.value = value
  field.addEventListener('change', () => accept(field.value.trim()))
  label.append(name, field)
  return label
}
