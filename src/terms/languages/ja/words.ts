import { tagNames } from '../../../core/tag-names/ja.ts'
import { usecaseExplanations, usecaseNames } from '../../../core/usecase-names/ja.ts'
import { type TemplateWords, toUsecaseWords } from '../../words.ts'

const UNITS = { day: '日', month: 'か月', year: '年' } as const

/** Japanese. Sentences follow each other without a space. */
export const words: TemplateWords = {
  locale: 'ja',
  direction: 'ltr',
  tags: tagNames,
  usecases: toUsecaseWords(usecaseNames, usecaseExplanations),
  everyUsecase: ['すべての目的', '制限なく、何にでも使うため'],
  everyRecipient: 'すべての会社と人',
  list: (items) => items.join('、'),
  date: (year, month, day) => `${year}年${month}月${day}日`,
  duration: (count, unit) => `${count}${UNITS[unit]}`,
  end: (duration) => `同意した日から${duration}`,
  description: (company, data, purposes) =>
    `${company}は、${purposes === '' ? 'オンにした目的' : purposes}のために、次のデータを使う許可を求めています：${data}。`,
  clauses: {
    parties: '許可を求める会社',
    data: 'どのデータか',
    purposes: '使う目的',
    recipients: '受け取る相手',
    duration: '期間',
    reward: '受け取れるもの',
    law: '適用される法律',
    withdrawal: '撤回の方法',
  },
  summary: {
    parties: (company) => `${company}がこのライセンスを求めています。`,
    purposes: (necessary, optional) =>
      [necessary && `ライセンスに含まれる目的：${necessary}。`, optional && `オンにしたときだけの目的：${optional}。`]
        .filter(Boolean)
        .join(''),
    duration: (date) =>
      date === undefined ? '終わりの日はありません。撤回するまで続きます。' : `${date}まで、または撤回するまで続きます。`,
    lasting: (duration) => `同意した日から${duration}、または撤回するまで続きます。`,
    noReward: '特典はありません。',
    law: (jurisdiction) => `このライセンスには、${jurisdiction}の法律が適用されます。`,
    withdrawal: (contact) =>
      `アプリでいつでも撤回できます。理由は要りません。${contact === undefined ? '' : `お問い合わせ先：${contact}。`}`,
    earlierData: { included: '同意する前のデータも含まれます。', excluded: '同意する前のデータは含まれません。' },
    earnedRewards: {
      kept: '撤回しても、それまでに得た特典は残ります。',
      lost: '撤回すると、まだ使っていない特典はなくなります。',
    },
    deleted: (duration) => `撤回した後、データは${duration}以内に削除されます。`,
    deidentified: '撤回した後、お客様のものだとわかる情報は、データからすべて取り除かれます。',
    declineChangesNothing: '断っても、ほかに変わることはありません。',
  },
}
