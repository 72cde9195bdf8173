import { byId, choose, press } from './elements.ts'

/** Pixels of the phones that most people have. */
const phonePx = 390

/** The two buttons beside a frame that shows the message. */
export function offerWidths(): void {
  const frame = byId('preview-frame')
  const setWidth = (id: 'desktop' | 'phone') => {
    choose(id, ['desktop', 'phone'])
    frame.style.width = id === 'phone' ? `${phonePx}px` : ''
  }
  press('desktop', () => setWidth('desktop'))
  press('phone', () => setWidth('phone'))
}
