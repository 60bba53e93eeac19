import type { LintWords } from '../../lint/lint-words.ts'

/** Japanese. The rules that need grammar are missing. */
export const lintWords: LintWords = {
  uses: {
    attribution: [/アトリビューション/g, /広告の効果|どの広告|広告が/g],
    retargeting: [/リターゲティング|ターゲティング広告/g, /広告/g],
    personalization: [/パーソナライズ/g, /お(?:客|一人).{0,10}合わせ|おすすめ|好みに合/g],
    ai_training: [/AI(?:の|を)?(?:学習|訓練|トレーニング)|機械学習/g, /人工知能|AI/g],
    generative_ai: [/生成AI|生成系AI/g, /生成/g],
    ai_inference: [/AI推論/g, /AIが(?:答|判断)/g],
    distribution: [/データの販売|第三者への(?:販売|提供)/g, /提供|共有|他社/g],
    analytics: [/アナリティクス/g, /統計|集計|分析|比較/g],
    support: [/カスタマーサポート/g, /サポート|お手伝い|助け|問い合わせ/g],
  },
  data: {},
  umbrellas: [],
  withdrawal: /撤回|取り消|取消|やめる|やめられ|停止|解除|解約|オプトアウト/g,
  everyone: /(?:すべて|あらゆる|任意)の(?:会社|企業|第三者)|誰でも/g,
  pressing: /損をする|失う|逃す|後悔|わがまま|興味がない|欲しくない/g,
  contact: /お問い合わせ|連絡先|ご連絡|電話|丁目|番地|〒/g,
  signature: /署名|記名|押印|サイン/g,
  exhibit: /別紙|別表|付属書|附則/g,
  references: {
    sections: '第',
    articles: '(?!)',
    of: 'の',
    own: '本|上記|下記',
    laws: '法|法律|規則|条例|政令|省令|GDPR|規程',
    and: 'および|又は|から|と',
  },
}
