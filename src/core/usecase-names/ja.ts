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
  attribution: 'どの広告や特典が買い物や行動につながったかを知るため',
  retargeting: '買ったものやこれまでの行動をもとに、広告を見せるため',
  personalization: 'お客様に合った特典や内容を選ぶため',
  ai_training: '分類、予測、認識をするAIのモデルを学習させるため',
  generative_ai: '新しい文章、画像、音を作ることをAIに教えるため',
  ai_inference: 'AIのモデルがデータを読み、お客様について推測するため（モデルの学習には使いません）',
  distribution: 'ここに書かれた相手にデータを渡すため',
  analytics: '人々が何をどのくらいよく買ったり、したりするかを知るため',
  support: '助けを求められたときに手伝うため',
}
