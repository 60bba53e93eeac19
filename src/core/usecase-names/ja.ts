import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in Japanese, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: '広告の効果の確認',
  retargeting: '一人ひとりに合わせた広告',
  personalization: '一人ひとりに合わせた特典',
  ai_training: 'AIの学習',
  generative_ai: 'コンテンツを作るAIの学習',
  ai_inference: 'AIによる推測',
  distribution: '他社へのデータの提供',
  analytics: '統計',
  support: 'お問い合わせへの対応',
}

/** What a company does for each use case, as the end of a sentence of the terms. */
export const usecaseExplanations: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'どの広告や特典が何につながったかを知るため',
  retargeting: 'これまでの行動をもとに広告を見せるため',
  personalization: '画面に出す内容をお客様に合わせるため',
  ai_training: 'データから学ぶコンピューターのモデルを育てるため',
  distribution: 'ここに書かれた相手にデータを渡すため',
  analytics: '数えたり比べたりして、人々が何をするかを知るため',
  support: '助けを求められたときに手伝うため',
}
