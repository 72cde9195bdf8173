import { byId, onClick, selectButton } from './elements.ts'

/** The width of common phones in pixels. */
const phonePx = 390

/** Connects the two buttons that set the width of the preview. */
export function setUpWidths(): void {
  const frame = byId('preview-frame')
  const setWidth = (id: 'desktop' | 'phone') => {
    selectButton(id, ['desktop', 'phone'])
    frame.style.width = id === 'phone' ? `${phonePx}px` : ''
  }
  onClick('desktop', () => setWidth('desktop'))
  onClick('phone', () => setWidth('phone'))
}
