import type { DiffWords } from '../../diff/diff-words.ts'

/** Brazilian Portuguese. */
export const diffWords: DiffWords = {
  'data widened': 'Mais dados são pedidos: {}.',
  'data narrowed': 'Estes dados não fazem mais parte: {}.',
  'uses widened': 'Os dados podem ser usados para mais coisas: {}.',
  'uses narrowed': 'Os dados não podem mais ser usados para isto: {}.',
  'uses offered': 'Agora você também pode escolher este uso: {}.',
  'recipients widened': 'Mais alguém pode receber os dados: {}.',
  'recipients narrowed': 'Os dados não podem mais ir para: {}.',
  'duration widened': 'A licença dura mais, até {}.',
  'duration endless': 'A licença não tem mais data final.',
  'duration narrowed': 'A licença termina antes, em {}.',
  'duration longer': 'A licença dura mais. Ela termina {}.',
  'duration shorter': 'A licença termina antes, {}.',
  'duration changed': 'A licença agora termina {}.',
  'reward widened': 'Agora você recebe uma recompensa: {}.',
  'reward narrowed': 'Você não recebe mais uma recompensa.',
  'reward none': 'Não há recompensa.',
  'reward changed': 'A recompensa agora é: {}.',
  'parties changed': 'Outra empresa faz o pedido: {}.',
  'parties details': 'Os dados de {} mudaram.',
  'law changed': 'Passa a valer a lei de outro lugar: {}.',
}
