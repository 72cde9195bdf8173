import type { Component } from 'grapesjs'
import type { Call } from './calls.ts'
import type { Canvas } from './canvas.ts'
import { byId, createButton, onClick, setText } from './elements.ts'
import { messages } from './messages.ts'
import { setUpUnfinished } from './unfinished.ts'

interface FinishOptions {
  call: Call
  canvas: Canvas
  /** Asks for the address of a link or picture. */
  ask(component: Component): void
  isUnsaved(): boolean
  isDesigned(): boolean
  save(): Promise<boolean>
  /** Whether changes are saved without a decision of the user. */
  autosaves: boolean
  /** Keeps the changes that are not saved. */
  keep(): Promise<void>
  /** Shows that the editor has ended. */
  end(): void
}

/** Ends the editing. Changes that are not saved are saved before, or kept. */
export function setUpFinish(options: FinishOptions): void {
  const { call, canvas, ask, isUnsaved, isDesigned, save, autosaves, keep, end } = options
  const firstUnfinished = setUpUnfinished({ canvas, ask })

  /** A message with an empty link or picture is not done. It can be saved as a draft. */
  function offerToFinish(unfinished: Component): void {
    byId('alert').replaceChildren(
      messages.notDone,
      createButton(messages.fillIn, () => {
        setText('alert', '')
        canvas.editor.select(unfinished)
        canvas.editor.Canvas.scrollTo(unfinished, { force: true, block: 'center' })
        ask(unfinished)
      }),
    )
  }

  async function close(): Promise<void> {
    await keep()
    await call('done')
    end()
  }

  async function saveAndClose(): Promise<void> {
    if (await save()) await close()
  }

  onClick('done', async () => {
    await canvas.commitText()
    const unfinished = isDesigned() ? firstUnfinished() : undefined
    if (unfinished) return offerToFinish(unfinished)
    if (!isUnsaved()) return close()
    if (autosaves) return saveAndClose()
    byId('alert').replaceChildren(
      messages.unsaved,
      createButton(messages.saveAndClose, saveAndClose),
      createButton(messages.closeUnsaved, close),
    )
  })
}
