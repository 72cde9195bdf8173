import type { reference as english } from '../en/reference.ts'

export const reference: typeof english = {
  title: 'API de email marketing',
  description:
    'Envía campañas, guarda listas de contactos y pon en marcha automatizaciones. Todas las llamadas, salvo las públicas, llevan un token: Authorization: Bearer TOKEN.',
}
