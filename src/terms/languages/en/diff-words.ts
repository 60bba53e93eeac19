import type { DiffWords } from '../../diff/diff-words.ts'

/** English. */
export const diffWords: DiffWords = {
  'data widened': 'More data is asked for: {}.',
  'data narrowed': 'This data is no longer part of it: {}.',
  'uses widened': 'The data may be used for more: {}.',
  'uses narrowed': 'The data may no longer be used for this: {}.',
  'uses offered': 'You can now choose this use as well: {}.',
  'recipients widened': 'More may get the data: {}.',
  'recipients narrowed': 'These may no longer get the data: {}.',
  'duration widened': 'The license lasts longer, until {}.',
  'duration endless': 'The license no longer has an end date.',
  'duration narrowed': 'The license ends sooner, on {}.',
  'duration longer': 'The license lasts longer. It ends {}.',
  'duration shorter': 'The license ends sooner, {}.',
  'duration changed': 'The license now ends {}.',
  'reward widened': 'You now get a reward: {}.',
  'reward narrowed': 'You no longer get a reward.',
  'reward none': 'There is no reward.',
  'reward changed': 'The reward is now: {}.',
  'parties changed': 'Another company asks: {}.',
  'parties details': 'The details of {} have changed.',
  'law changed': 'Another law applies: the law of {}.',
}
