import { tagNames } from '../../../core/tag-names/pt-BR.ts'
import { usecaseExplanations, usecaseNames } from '../../../core/usecase-names/pt-BR.ts'
import { type TemplateWords, toUsecaseWords } from '../../words.ts'

const MONTHS = 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

const UNITS = { day: ['dia', 'dias'], month: ['mês', 'meses'], year: ['ano', 'anos'] } as const

/** Brazilian Portuguese. */
export const words: TemplateWords = {
  locale: 'pt-BR',
  direction: 'ltr',
  tags: tagNames,
  usecases: toUsecaseWords(usecaseNames, usecaseExplanations),
  everyUsecase: ['qualquer finalidade', 'tudo, sem limite'],
  everyRecipient: 'qualquer empresa ou pessoa',
  list: (items) => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} e ${items.at(-1)}`),
  // The first day of a month is an ordinal.
  date: (year, month, day) => `${day === 1 ? '1º' : day} de ${MONTHS[month - 1]} de ${year}`,
  duration: (count, unit) => `${count} ${UNITS[unit][count === 1 ? 0 : 1]}`,
  end: (duration) => `${duration} depois do dia em que você aceita`,
  description: (company, data, purposes) =>
    `${company} pede para usar seus dados (${data}) ${purposes === '' ? 'só para o que você ativar' : `para ${purposes}`}.`,
  clauses: {
    parties: 'Quem pede',
    data: 'Quais dados',
    purposes: 'Para quê',
    recipients: 'Quem recebe',
    duration: 'Por quanto tempo',
    reward: 'O que você recebe',
    law: 'Que lei',
    withdrawal: 'Como revogar',
  },
  summary: {
    parties: (company) => `${company} pede esta licença a você.`,
    purposes: (necessary, optional) =>
      [necessary && `Parte da licença: ${necessary}.`, optional && `Só se você ativar: ${optional}.`].filter(Boolean).join(' '),
    duration: (date) => (date === undefined ? 'Sem data final. Vale até você revogar.' : `Até ${date}, ou até você revogar.`),
    lasting: (duration) => `Por ${duration} a partir do dia em que você aceita, ou até você revogar.`,
    noReward: 'Você não recebe nenhuma recompensa.',
    // Without “a lei de”: the names of countries need different articles.
    law: (jurisdiction) => `A lei que vale para esta licença é a deste lugar (${jurisdiction}).`,
    withdrawal: (contact) =>
      `Você pode revogar a licença no app a qualquer momento. Não precisa de motivo.${contact === undefined ? '' : ` Dúvidas: ${contact}.`}`,
    earlierData: {
      included: 'Os dados de antes do seu aceite também fazem parte dela.',
      excluded: 'Os dados de antes do seu aceite não fazem parte dela.',
    },
    earnedRewards: {
      kept: 'Se você revogar, as recompensas que já ganhou continuam suas.',
      lost: 'Se você revogar, as recompensas que não usou deixam de valer.',
    },
    deleted: (duration) => `Depois disso, os dados são apagados em até ${duration}.`,
    deidentified: 'Depois disso, sai dos dados tudo o que mostra que eles são seus.',
    declineChangesNothing: 'Se você disser não, nada mais muda para você.',
  },
}
