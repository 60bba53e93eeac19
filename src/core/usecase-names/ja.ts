import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in Japanese, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: '広告の効果の確認',
  retargeting: 'あなた向けの広告',
  personalization: 'あなた向けの特典',
  ai_training: 'AIの学習',
  generative_ai: 'コンテンツを作るAIの学習',
  ai_inference: 'AIによる推測',
  distribution: '他社へのデータの提供',
  analytics: '統計',
  support: 'お問い合わせへの対応',
}
