import { blocks } from './blocks.ts'
import { type Call, openSession, RequestError } from './calls.ts'
import { type Canvas, documentOf, openCanvas } from './canvas.ts'
import { setUpCheck } from './check-panel.ts'
import { byId, createButton, field, onClick, selectButton, setText } from './elements.ts'
import { setUpTagInsertion } from './insert-tag.ts'
import { messages } from './messages.ts'
import { setUpPreview } from './preview.ts'
import { showProperties } from './properties.ts'
import { setUpTestSend } from './test-send.ts'
import { setUpTagTranslation } from './translate-tags.ts'

interface Content {
  asunto: string
  preheader: string
  html: string
}

/** How often the page reports activity, so that the command does not end as idle. */
const stateMs = 60_000

async function start(): Promise<void> {
  setText('status', messages.loading)
  const call = await openSession()
  if (!call) return fail(messages.linkUsed)
  try {
    const canvas = await openCanvas()
    const loaded = await call<Content & { tags: string[] }>('load')
    edit(call, canvas, loaded)
    setUpTagInsertion(canvas, loaded.tags)
    setUpBlocks(canvas)
    showProperties(canvas)
  } catch (error) {
    fail(error instanceof RequestError ? error.message || messages.linkUsed : messages.lost)
  }
}

function fail(sentence: string): void {
  setText('status', '')
  setText('alert', sentence)
  for (const button of document.querySelectorAll('button')) button.disabled = true
}

function edit(call: Call, canvas: Canvas, loaded: Content): void {
  const code = byId<HTMLTextAreaElement>('html')
  let saved = loaded
  let isDesigned = true
  let [wasUnsaved, hasTold] = [false, false]

  const content = (): Content => ({
    asunto: field('asunto').value,
    preheader: field('preheader').value,
    html: isDesigned ? canvas.html() : code.value,
  })
  const changes = (): Partial<Content> => {
    const now = content()
    const names = (['asunto', 'preheader', 'html'] as const).filter(
      (name) => now[name] !== saved[name],
    )
    return Object.fromEntries(names.map((name) => [name, now[name]]))
  }
  const isUnsaved = () => canvas.isEditingText() || Object.keys(changes()).length > 0

  function show(shown: Content): void {
    saved = shown
    field('asunto').value = shown.asunto
    field('preheader').value = shown.preheader
    code.value = shown.html
    setView(canvas.load(shown.html))
    setText('status', messages.upToDate)
    check.setUnsaved(false)
    void check.run()
  }

  /** If the canvas would lose a part of the message, only its HTML can be edited. */
  function setView(asDesign: boolean): void {
    isDesigned = asDesign
    selectButton(asDesign ? 'design' : 'source', ['design', 'source'])
    document.body.classList.toggle('in-code', !asDesign)
    byId('code').hidden = asDesign
    for (const id of ['canvas', 'blocks', 'properties']) byId(id).hidden = !asDesign
  }

  async function openSource(): Promise<void> {
    await canvas.commitText()
    code.value = content().html
    setView(false)
  }

  let saving = Promise.resolve(true)
  /** Saves run one after the other, because each is based on the previous one. */
  function save(more: { overwrites?: boolean } = {}): Promise<boolean> {
    saving = saving.then(() => saveNow(more))
    return saving
  }

  async function saveNow(more: { overwrites?: boolean }): Promise<boolean> {
    await canvas.commitText()
    const [now, edited] = [content(), changes()]
    setText('alert', '')
    setText('status', messages.saving)
    try {
      await call('save', { ...edited, ...more })
      saved = now
      wasUnsaved = false
      setText('status', messages.saved)
      check.setUnsaved(isUnsaved())
      if (isUnsaved()) noteChange()
      void check.run()
      return true
    } catch (error) {
      setText('status', messages.unsaved)
      if (!(error instanceof RequestError)) setText('alert', messages.lost)
      else if (error.code === 'edited_meanwhile') offerBoth()
      else setText('alert', error.message)
      return false
    }
  }

  function offerBoth(): void {
    byId('alert').replaceChildren(
      messages.meanwhile,
      createButton(messages.takeTheirs, async () => {
        if (!confirm(messages.confirmTheirs)) return
        setText('alert', '')
        show(await call<Content>('reload'))
      }),
      createButton(messages.takeMine, () => save({ overwrites: true })),
    )
  }

  /** Previews and tests use the saved message, so it is saved first. */
  const beSaved = async () => !isUnsaved() || (confirm(messages.saveFirst) && (await save()))

  function noteChange(): void {
    const now = isUnsaved()
    setText('status', now ? messages.unsaved : messages.upToDate)
    check.setUnsaved(now)
    if (now === wasUnsaved && hasTold) return
    wasUnsaved = now
    hasTold = true
    setTimeout(() => {
      hasTold = false
    }, stateMs)
    call('state', { unsaved: now }).catch(() => setText('alert', messages.lost))
  }

  const check = setUpCheck({
    ...{ call, canvas, beSaved, openSource },
    savedHtml: () => saved.html,
    isDesigned: () => isDesigned,
  })
  setUpTagTranslation({ call, canvas, content, openSource, isDesigned: () => isDesigned })

  show(loaded)
  if (!isDesigned) setText('alert', messages.codeOnly)
  canvas.editor.on('update component:input', noteChange)
  for (const each of [field('asunto'), field('preheader'), code]) {
    each.addEventListener('input', noteChange)
  }
  onClick('save', () => save())
  onClick('undo', () => canvas.editor.UndoManager.undo())
  onClick('redo', () => canvas.editor.UndoManager.redo())
  onClick('source', async () => {
    await openSource()
    code.focus()
  })
  onClick('design', () => {
    if (isDesigned) return
    const isFaithful = canvas.load(code.value)
    setText('alert', isFaithful ? '' : messages.codeOnly)
    if (isFaithful) setView(true)
    check.refresh()
  })
  onClick('done', async () => {
    await canvas.commitText()
    if (isUnsaved() && !confirm(messages.leave)) return
    await call('done')
    saved = content()
    fail('')
    setText('status', messages.ended)
  })
  setUpPreview(call, beSaved)
  setUpTestSend(call, beSaved)
  window.addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
  for (const each of [document, documentOf(canvas.editor)]) {
    // Before the text editor handles the key.
    each.addEventListener('keydown', saveByKey, { capture: true })
  }

  function saveByKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
    event.preventDefault()
    void save()
  }
}

/** Blocks are inserted by dragging, by clicking, or by keyboard. */
function setUpBlocks(canvas: Canvas): void {
  const { editor } = canvas
  const buttons = blocks.map(({ id, label, content }) => {
    const button = createButton(label, () => canvas.insert(content))
    button.draggable = true
    button.addEventListener('dragstart', (event) => {
      const block = editor.Blocks.get(id)
      if (block) editor.Blocks.startDrag(block, event)
    })
    button.addEventListener('dragend', () => editor.Blocks.endDrag())
    return button
  })
  byId('block-list').append(...buttons)
}

void start()
