import { tagNames } from '../../../core/tag-names/fr.ts'
import { usecaseExplanations, usecaseNames } from '../../../core/usecase-names/fr.ts'
import { type TemplateWords, toUsecaseWords } from '../../words.ts'

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ')

const UNITS = { day: ['jour', 'jours'], month: ['mois', 'mois'], year: ['an', 'ans'] } as const

/** French. A no-break space stands before a colon. */
export const words: TemplateWords = {
  locale: 'fr',
  direction: 'ltr',
  tags: tagNames,
  usecases: toUsecaseWords(usecaseNames, usecaseExplanations),
  everyUsecase: ['toute finalité', 'pour tout, sans limite'],
  everyRecipient: 'toute entreprise ou personne',
  list: (items) => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} et ${items.at(-1)}`),
  date: (year, month, day) => `${day === 1 ? '1er' : day} ${MONTHS[month - 1]} ${year}`,
  duration: (count, unit) => `${count} ${UNITS[unit][count === 1 ? 0 : 1]}`,
  end: (duration) => `${duration} après le jour de votre accord`,
  description: (company, data, purposes) =>
    `${company} demande à utiliser vos données (${data}) ${purposes === '' ? 'seulement pour ce que vous activez' : `pour ces usages (${purposes})`}.`,
  clauses: {
    parties: 'Qui demande',
    data: 'Quelles données',
    purposes: 'Pour quoi faire',
    recipients: 'Qui les reçoit',
    duration: 'Combien de temps',
    reward: 'Ce que vous recevez',
    law: 'Quelle loi',
    withdrawal: 'Comment retirer votre accord',
  },
  summary: {
    parties: (company) => `${company} vous demande cette licence.`,
    purposes: (necessary, optional) =>
      [necessary && `Inclus dans la licence\u00a0: ${necessary}.`, optional && `Seulement si vous l’activez\u00a0: ${optional}.`]
        .filter(Boolean)
        .join(' '),
    duration: (date) =>
      date === undefined
        ? 'Elle n’a pas de date de fin. Elle dure jusqu’à ce que vous retiriez votre accord.'
        : `Jusqu’au ${date}, ou jusqu’au retrait de votre accord.`,
    lasting: (duration) => `Pendant ${duration} à partir du jour de votre accord, ou jusqu’à son retrait.`,
    noReward: 'Vous ne recevez rien en échange.',
    // Without a full stop and without an article: the name of the law may need either.
    law: (jurisdiction) => `Loi qui s’applique\u00a0: ${jurisdiction}`,
    withdrawal: (contact) =>
      `Vous pouvez retirer votre accord à tout moment, dans l’appli. Vous n’avez pas à dire pourquoi.${contact === undefined ? '' : ` Questions\u00a0: ${contact}.`}`,
    earlierData: {
      included: 'Les données d’avant votre accord en font aussi partie.',
      excluded: 'Les données d’avant votre accord n’en font pas partie.',
    },
    earnedRewards: {
      kept: 'Si vous retirez votre accord, vous gardez ce que vous avez déjà gagné.',
      lost: 'Si vous retirez votre accord, les récompenses non utilisées sont perdues.',
    },
    deleted: (duration) => `Ensuite, les données sont effacées dans un délai de ${duration}.`,
    deidentified: 'Ensuite, tout ce qui permet de vous reconnaître est retiré des données.',
    declineChangesNothing: 'Si vous refusez, rien d’autre ne change pour vous.',
  },
}
