import type { DiffWords } from '../../diff/diff-words.ts'

/** Japanese. */
export const diffWords: DiffWords = {
  'data widened': '求められるデータが増えます：{}。',
  'data narrowed': '次のデータは含まれなくなります：{}。',
  'uses widened': '次の目的にもデータを使えるようになります：{}。',
  'uses narrowed': '次の目的にはデータを使えなくなります：{}。',
  'uses offered': '次の目的も選べるようになります：{}。',
  'recipients widened': 'データを受け取る相手が増えます：{}。',
  'recipients narrowed': '次の相手はデータを受け取れなくなります：{}。',
  'duration widened': 'ライセンスの期間が{}まで延びます。',
  'duration endless': 'ライセンスに終わりの日がなくなります。',
  'duration narrowed': 'ライセンスの終わりが早まり、{}になります。',
  'duration longer': 'ライセンスの期間が延び、{}になります。',
  'duration shorter': 'ライセンスの期間が短くなり、{}になります。',
  'duration changed': 'ライセンスの期間が変わり、{}になります。',
  'reward widened': '特典を受け取れるようになります：{}。',
  'reward narrowed': '特典がなくなります。',
  'reward none': '特典はありません。',
  'reward changed': '特典が変わります：{}。',
  'parties changed': '許可を求める会社が変わります：{}。',
  'parties details': '{}の情報が変わりました。',
  'law changed': '適用される法律が変わり、{}の法律になります。',
}
