import { tagNames } from '../../../core/tag-names/es.ts'
import { usecaseExplanations, usecaseNames } from '../../../core/usecase-names/es.ts'
import { type TemplateWords, toUsecaseWords } from '../../words.ts'

const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

const UNITS = { day: ['día', 'días'], month: ['mes', 'meses'], year: ['año', 'años'] } as const

/** Spanish. */
export const words: TemplateWords = {
  locale: 'es',
  direction: 'ltr',
  tags: tagNames,
  usecases: toUsecaseWords(usecaseNames, usecaseExplanations),
  everyUsecase: ['cualquier finalidad', 'todo, sin límite'],
  everyRecipient: 'cualquier empresa o persona',
  list: (items) => {
    const last = items.at(-1) ?? ''
    // «e» before the sound of i, as in «papel e historial» (RAE).
    const and = /^h?[ií](?![aeou])/i.test(last) ? 'e' : 'y'
    return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${and} ${last}`
  },
  date: (year, month, day) => `${day} de ${MONTHS[month - 1]} de ${year}`,
  duration: (count, unit) => `${count} ${UNITS[unit][count === 1 ? 0 : 1]}`,
  end: (duration) => `${duration} después del día en que aceptas`,
  description: (company, data, purposes) =>
    `${company} te pide usar tus datos (${data}) ${purposes === '' ? 'solo para lo que actives' : `para ${purposes}`}.`,
  clauses: {
    parties: 'Quién lo pide',
    data: 'Qué datos',
    purposes: 'Para qué',
    recipients: 'Quién los recibe',
    duration: 'Por cuánto tiempo',
    reward: 'Qué recibes',
    law: 'Qué ley',
    withdrawal: 'Cómo retirarla',
  },
  summary: {
    parties: (company) => `${company} te pide esta licencia.`,
    purposes: (necessary, optional) =>
      [necessary && `Parte de la licencia: ${necessary}.`, optional && `Solo si lo activas: ${optional}.`]
        .filter(Boolean)
        .join(' '),
    duration: (date) =>
      date === undefined ? 'Sin fecha de fin. Dura hasta que la retires.' : `Hasta el ${date}, o hasta que la retires.`,
    lasting: (duration) => `Durante ${duration} desde el día en que aceptas, o hasta que la retires.`,
    noReward: 'No recibes ninguna recompensa.',
    law: (jurisdiction) => `La ley de ${jurisdiction} se aplica a esta licencia.`,
    withdrawal: (contact) =>
      `Puedes retirarla en la aplicación cuando quieras. No hace falta un motivo.${contact === undefined ? '' : ` Preguntas: ${contact}.`}`,
    earlierData: {
      included: 'Los datos de antes de aceptar también forman parte de ella.',
      excluded: 'Los datos de antes de aceptar no forman parte de ella.',
    },
    earnedRewards: {
      kept: 'Si la retiras, conservas las recompensas que ya has ganado.',
      lost: 'Si la retiras, las recompensas que no has usado dejan de valer.',
    },
    deleted: (duration) => `Después, los datos se borran en un plazo de ${duration}.`,
    deidentified: 'Después, se quita de los datos todo lo que muestra que son tuyos.',
    declineChangesNothing: 'Si dices que no, nada más cambia para ti.',
  },
}
