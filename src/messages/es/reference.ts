import type { reference as english } from '../en/reference.ts'

export const reference: typeof english = {
  title: 'API de email marketing',
  description:
    'Envía campañas, gestiona listas de contactos y ejecuta automatizaciones. Todas las llamadas, salvo las públicas, necesitan un token: Authorization: Bearer TOKEN.',
}
