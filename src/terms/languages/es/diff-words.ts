import type { DiffWords } from '../../diff/diff-words.ts'

/** Spanish. */
export const diffWords: DiffWords = {
  'data widened': 'Se piden más datos: {}.',
  'data narrowed': 'Estos datos ya no forman parte: {}.',
  'uses widened': 'Los datos se pueden usar para más: {}.',
  'uses narrowed': 'Los datos ya no se pueden usar para esto: {}.',
  'uses offered': 'Ahora también puedes elegir este uso: {}.',
  'recipients widened': 'Los datos pueden ir a más destinatarios: {}.',
  'recipients narrowed': 'Los datos ya no pueden ir a: {}.',
  'duration widened': 'La licencia dura más, hasta el {}.',
  'duration endless': 'La licencia ya no tiene fecha de fin.',
  'duration narrowed': 'La licencia termina antes, el {}.',
  'duration longer': 'La licencia dura más. Termina {}.',
  'duration shorter': 'La licencia termina antes, {}.',
  'duration changed': 'La licencia termina ahora {}.',
  'reward widened': 'Ahora recibes una recompensa: {}.',
  'reward narrowed': 'Ya no recibes ninguna recompensa.',
  'reward none': 'No hay recompensa.',
  'reward changed': 'La recompensa es ahora: {}.',
  'parties changed': 'Lo pide otra empresa: {}.',
  'parties details': 'Ha cambiado la información de {}.',
  'law changed': 'Se aplica otra ley, la de {}.',
}
