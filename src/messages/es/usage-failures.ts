import type { usageFailures as english } from '../en/usage-failures.ts'

export const usageFailures: typeof english = {
  usage: {
    title: 'Comando no válido',
    sentence: 'Falta una parte del comando o no es válida.',
    hint: 'Mira en `{help}` qué admite el comando.',
  },
  unknown_flag: {
    title: 'Opción desconocida',
    sentence: 'Opción desconocida: {word}[ (¿querías decir {suggestion}?)].',
    hint: 'Mira sus opciones en `{help}`.',
  },
  value_not_taken: {
    title: 'Esta opción no lleva valor',
    sentence: '{word} no lleva valor.',
    hint: 'Escríbela así: {instead}.',
  },
  flag_before_verb: {
    title: 'Opción fuera de sitio',
    sentence: '{word} es una opción de un comando y aquí va antes del comando.',
    hint: 'Escríbela después del comando: {command}',
  },
  unknown_verb: {
    title: 'Comando desconocido',
    sentence: 'Comando desconocido: {word}[ (¿querías decir {suggestion}?)].',
    hint: 'Mira todos los comandos en `{help}`.',
  },
  unknown_profile: {
    title: 'Perfil desconocido',
    sentence: 'No hay ningún perfil «{profile}»[. Perfiles: {known}].',
    hint: 'Créalo con `remite auth login --profile {profile} --api-url URL`.',
  },
  missing_value: {
    title: 'Falta un valor',
    sentence:
      'Falta el valor de {word}[. Usa uno de estos: {choices}][. Si el valor es {next}, escribe {word}={next}].',
  },
  missing_input: {
    title: 'Faltan datos',
    sentence: 'Este comando necesita {flags}.',
    hint: 'Mira en `{help}` qué significa cada opción.',
  },
  nothing_to_change: {
    title: 'Nada que cambiar',
    sentence: 'El comando no dice qué hay que cambiar, así que no se ha cambiado nada.',
    hint: 'Añade lo que quieras cambiar[: {flags}].',
  },
  nothing_to_choose: {
    title: 'No hay nada que elegir',
    sentence:
      '[Todavía no hay {none} en esta cuenta][No hay {unfit} en ninguno de estos estados: {states}].',
    hint: '[Se crea con `{create}`.][`{existing}` muestra lo que hay.]',
  },
  missing_word: {
    title: 'Falta un argumento',
    sentence: 'Falta el argumento <{word}>.',
    hint: '[Escribe `{usage}`. ]Mira `{help}`.',
  },
  not_a_choice: {
    title: 'Valor no válido',
    sentence:
      'Valor no válido[ para {flag}][: {word}][ (¿querías decir {suggestion}?)][. Usa uno de estos: {choices}].',
  },
  unknown_output_field: {
    title: 'Campo desconocido',
    sentence: 'El resultado no tiene ningún campo {fields}[ (¿querías decir {suggestion}?)].',
    hint: 'Elige entre: {known}.',
  },
  no_dry_run: {
    title: 'Sin simulación',
    sentence: 'Este comando no admite --dry-run.',
    hint: 'Quita la opción.',
  },
  too_many_words: {
    title: 'Demasiados argumentos',
    sentence: 'Sobra el argumento {word}.',
    hint: '[Escribe `{usage}`. ][Para elegir campos, añade {fields}. ]Los nombres con espacios van entre comillas.',
  },
}
