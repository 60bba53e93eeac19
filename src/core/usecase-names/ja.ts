import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in Japanese, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: '広告の効果の測定',
  retargeting: 'あなたの行動に基づく広告',
  personalization: 'あなたに合わせた特典や内容',
  ai_training: 'AIの学習',
  distribution: '第三者へのデータの提供',
  analytics: '統計',
  support: 'お問い合わせへの対応',
}
