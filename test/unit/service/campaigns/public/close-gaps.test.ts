import { expect, test } from 'vitest'
import { closeGaps } from '../../../../../src/service/campaigns/public/close-gaps.ts'

test.each([
  ['Hello {{ nombre }}, our news', 'Hello , our news', 'Hello, our news'],
  ['Hola {{ nombre }}', 'Hola ', 'Hola'],
  ['{{ nombre }}, tu pedido', ', tu pedido', 'Tu pedido'],
  ['¡Hola, {{ nombre }}!', '¡Hola, !', '¡Hola!'],
  ['¡{{ nombre }}, mira esto!', '¡, mira esto!', '¡Mira esto!'],
  ['¿Vienes, {{ nombre }}?', '¿Vienes, ?', '¿Vienes?'],
  ['Para ti ({{ nombre }}): ofertas', 'Para ti (): ofertas', 'Para ti: ofertas'],
  ['Noticias de “{{ ciudad }}”', 'Noticias de “”', 'Noticias de'],
  ["{{ nombre }}'s picks", "'s picks", 'Picks'],
  ['Octubre – {{ ciudad }}', 'Octubre – ', 'Octubre'],
  ['{{ nombre }} {{ apellido }}: tus puntos', ' : tus puntos', 'Tus puntos'],
  ['{{ nombre }}', '', ''],
  ['{{ nombre | default: "amiga" }}, hola', 'amiga, hola', 'amiga, hola'],
  ['iPhone para {{ nombre }}', 'iPhone para ', 'iPhone para'],
])('%s', (source, rendered, shown) => {
  expect(closeGaps(source, rendered)).toBe(shown)
})

test('a line without merge tags stays as its author wrote it', () => {
  for (const line of ['Bonjour !  Deux espaces', '-- 20 % --', '() => x', '“”']) {
    expect(closeGaps(line, line)).toBe(line)
  }
})
