import type { KnownUsecase } from '../usecases.ts'

/** Names of the use cases in English, for the terms and the interface alike. They stand in the middle of a sentence. */
export const usecaseNames: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'checking which ads work',
  retargeting: 'personal ads',
  personalization: 'personal offers',
  ai_training: 'training AI',
  generative_ai: 'training AI that creates content',
  ai_inference: 'drawing conclusions with AI',
  distribution: 'sharing with other companies',
  analytics: 'statistics',
  support: 'help when you ask',
}

/** What a company does for each use case, as the end of a sentence of the terms. */
export const usecaseExplanations: Readonly<Record<KnownUsecase, string>> = {
  attribution: 'to see which ad or offer led you to buy or do something',
  retargeting: 'to show you ads based on what you bought or did',
  personalization: 'to choose offers and content that fit you',
  ai_training: 'to train AI models that sort, predict or recognize things',
  generative_ai: 'to teach AI to make new texts, images or sounds',
  ai_inference: 'to let AI draw conclusions about you from the data, without training it',
  distribution: 'to pass the data on to the recipients named here',
  analytics: 'to see what people buy or do, and how often',
  support: 'to help you when you ask for help',
}

/** Other phrases that name each use case, in lower case. The linter looks for them in the text of terms. */
export const usecasePatterns: Readonly<Record<KnownUsecase, RegExp>> = {
  attribution: /\battribution\b/,
  retargeting: /\bretarget\w*|show (?:you )?(?:more )?ads again/,
  personalization: /\bpersonali[sz]\w*/,
  ai_training: /\btrain(?:ing)? (?:\w+ )?(?:ai|models?|machine)\b|\bai training\b|machine learning/,
  generative_ai: /\bgenerative ai\b|\bai that (?:creates|makes|writes)\b|\blarge language models?\b/,
  ai_inference: /\bai inference\b|\b(?:conclusions|inferences) (?:about you )?(?:with|by|using) ai\b/,
  distribution: /\bdistribution\b|\b(?:sell|resell) (?:your|the) data\b/,
  analytics: /\banalytics\b/,
  support: /\bcustomer (?:support|service)\b/,
}
