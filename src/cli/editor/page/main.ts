import { blocks } from './blocks.ts'
import { type Call, openSession, Refusal } from './calls.ts'
import { type Canvas, documentOf, openCanvas } from './canvas.ts'
import { buttonOf, byId, choose, field, press, say } from './elements.ts'
import { offerTags } from './insert-tag.ts'
import { offerPreview } from './preview.ts'
import { showProperties } from './properties.ts'
import { offerTest } from './test-send.ts'
import { words } from './words.ts'

interface Content {
  asunto: string
  preheader: string
  html: string
}

/** So often a page that is worked in says so, or the command would end for want of calls. */
const stateMs = 60_000

async function start(): Promise<void> {
  say('status', words.loading)
  const call = await openSession()
  if (!call) return fail(words.linkUsed)
  try {
    const canvas = await openCanvas()
    const loaded = await call<Content & { tags: string[] }>('load')
    edit(call, canvas, loaded)
    offerTags(canvas, loaded.tags)
    offerBlocks(canvas)
    showProperties(canvas)
  } catch (error) {
    fail(error instanceof Refusal ? error.message || words.linkUsed : words.lost)
  }
}

function fail(sentence: string): void {
  say('status', '')
  say('alert', sentence)
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
  const isUnsaved = () => canvas.isWriting() || Object.keys(changes()).length > 0

  function show(shown: Content): void {
    saved = shown
    field('asunto').value = shown.asunto
    field('preheader').value = shown.preheader
    code.value = shown.html
    setView(canvas.load(shown.html))
    say('status', words.upToDate)
  }

  /** Where a part would get lost in the canvas, the HTML stays what is edited. */
  function setView(asDesign: boolean): void {
    isDesigned = asDesign
    choose(asDesign ? 'design' : 'source', ['design', 'source'])
    document.body.classList.toggle('in-code', !asDesign)
    byId('code').hidden = asDesign
    for (const id of ['canvas', 'blocks', 'properties']) byId(id).hidden = !asDesign
  }

  let saving = Promise.resolve(true)
  /** One after the other: the second is based on what the first has saved. */
  function save(more: { overwrites?: boolean } = {}): Promise<boolean> {
    saving = saving.then(() => saveNow(more))
    return saving
  }

  async function saveNow(more: { overwrites?: boolean }): Promise<boolean> {
    await canvas.settle()
    const [now, edited] = [content(), changes()]
    say('alert', '')
    say('status', words.saving)
    try {
      await call('save', { ...edited, ...more })
      saved = now
      wasUnsaved = false
      say('status', words.saved)
      if (isUnsaved()) noteChange()
      return true
    } catch (error) {
      say('status', words.unsaved)
      if (!(error instanceof Refusal)) say('alert', words.lost)
      else if (error.code === 'edited_meanwhile') offerBoth()
      else say('alert', error.message)
      return false
    }
  }

  function offerBoth(): void {
    byId('alert').replaceChildren(
      words.meanwhile,
      buttonOf(words.takeTheirs, async () => {
        if (!confirm(words.confirmTheirs)) return
        say('alert', '')
        show(await call<Content>('reload'))
      }),
      buttonOf(words.takeMine, () => save({ overwrites: true })),
    )
  }

  /** What the service shows and sends is what it has. */
  const beSaved = async () => !isUnsaved() || (confirm(words.saveFirst) && (await save()))

  function noteChange(): void {
    const now = isUnsaved()
    say('status', now ? words.unsaved : words.upToDate)
    if (now === wasUnsaved && hasTold) return
    wasUnsaved = now
    hasTold = true
    setTimeout(() => {
      hasTold = false
    }, stateMs)
    call('state', { unsaved: now }).catch(() => say('alert', words.lost))
  }

  show(loaded)
  if (!isDesigned) say('alert', words.codeOnly)
  canvas.editor.on('update component:input', noteChange)
  for (const each of [field('asunto'), field('preheader'), code]) {
    each.addEventListener('input', noteChange)
  }
  press('save', () => save())
  press('undo', () => canvas.editor.UndoManager.undo())
  press('redo', () => canvas.editor.UndoManager.redo())
  press('source', async () => {
    await canvas.settle()
    code.value = content().html
    setView(false)
    code.focus()
  })
  press('design', () => {
    if (isDesigned) return
    const isFaithful = canvas.load(code.value)
    say('alert', isFaithful ? '' : words.codeOnly)
    if (isFaithful) setView(true)
  })
  press('done', async () => {
    await canvas.settle()
    if (isUnsaved() && !confirm(words.leave)) return
    await call('done')
    saved = content()
    fail('')
    say('status', words.ended)
  })
  offerPreview(call, beSaved)
  offerTest(call, beSaved)
  window.addEventListener('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
  for (const each of [document, documentOf(canvas.editor)]) {
    // Before the text that is edited keeps the key to itself.
    each.addEventListener('keydown', saveByKey, { capture: true })
  }

  function saveByKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
    event.preventDefault()
    void save()
  }
}

/** By dragging as by pressing, with a key too. */
function offerBlocks(canvas: Canvas): void {
  const { editor } = canvas
  const buttons = blocks.map(({ id, label, content }) => {
    const button = buttonOf(label, () => canvas.insert(content))
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
