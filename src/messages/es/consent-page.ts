import type { consentPage as english } from '../en/consent-page.ts'

export const consentPage: typeof english = {
  title: 'Conectar un asistente',
  asks: 'Un asistente pide acceso a tu cuenta en {host}.',
  assistant: 'Asistente',
  unnamed: 'sin nombre',
  describedAt: 'Se describe en {host}.',
  selfNamed: 'Ha elegido este nombre él mismo, y nada lo demuestra.',
  returnsTo: 'La respuesta va a',
  local: 'un programa de este equipo ({host})',
  warning:
    'Continúa solo si acabas de empezar esto en el asistente. Cualquier programa puede ponerse cualquier nombre.',
  question: '¿Qué puede hacer?',
  levels: {
    read: {
      title: 'Leer',
      text: 'Ver todo lo que hay en tu cuenta, como campañas, contactos, informes y ajustes. No cambia nada.',
    },
    draft: {
      title: 'Preparar',
      text: 'Además, crear y editar campañas, listas, segmentos, plantillas, automatizaciones e imágenes. No envía ni borra nada.',
    },
    act: {
      title: 'Actuar',
      text: 'Además, enviar y detener campañas, cambiar contactos, activar automatizaciones y borrar.',
    },
  },
  only: 'Solo {scopes}.',
  logIn: 'Inicia sesión para permitirlo',
  username: 'Usuario',
  password: 'Contraseña',
  forgot: '¿Has olvidado la contraseña?',
  allow: 'Permitir',
  deny: 'Cancelar',
  after:
    'El asistente no ve tu contraseña. Puedes retirarle el acceso en cualquier momento: remite auth apps revoke.',
  failed: 'No se puede conectar el asistente',
  refused: {
    client:
      'Este servicio no conoce el asistente o no puede leer su descripción. Empieza de nuevo en el asistente.',
    redirect:
      'El asistente quiere la respuesta en una dirección que no ha registrado. No se ha enviado nada allí. Avisa a quien lo desarrolla.',
  },
  wrong:
    'La petición del asistente no es válida ({code}). Empieza de nuevo en el asistente o avisa a quien lo desarrolla.',
  back: 'Volver al asistente',
  used: 'Este formulario ya se usó, o hace demasiado tiempo. Si el asistente no está conectado, empieza de nuevo allí.',
}
