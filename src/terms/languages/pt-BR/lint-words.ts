import type { LintWords } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'
import { grammar } from './lint-grammar.ts'

/** Brazilian Portuguese. */
export const lintWords: LintWords = {
  uses: {
    attribution: [
      phrase(
        'atribuição|(?:quais|que) (?:anúncios|campanhas|propagandas) funcionam|medi[r]… ~(?:anúncios?|campanhas?|publicidade|propaganda)|(?:eficácia|efeito|desempenho|resultado)s? d[aeo]s? ~(?:anúncios?|campanhas?|publicidade|propaganda)|se (?:um|o|os) anúncios? ~(?:lev|funcion|ger)…',
      ),
      phrase(
        '(?:anúncios?|publicidade|campanhas?|promoções?|propagandas?)[^.;|]{0,60} (?:funcion|efeit|result|sucesso|lev|ger)…|anúncios? (?:funcion|ou oferta)…|levou a uma compra',
      ),
    ],
    retargeting: [
      phrase(
        'retargeting|remarketing|(?:anúncios|publicidade|propagandas?) (?:personalizad|direcionad|segmentad|sob medida|com base|de acordo|basead)…|(?:mostr|exib|envi|apresent)… (?:[^\\s.;:|]{1,30} ){0,3}?(?:anúncios|publicidade|propagandas?)',
      ),
      phrase('anúncios?|publicidade|propaganda'),
    ],
    personalization: [
      phrase(
        '(?:ofertas|recomendações|sugestões|descontos|conteúdos?) (?:personalizad|pensad|sob medida|feit)…|personalizar|personalização|(?:recomendar|sugerir|recomendamos|sugerimos) [^.;|]{0,40}',
      ),
      phrase(
        'para você|seu gosto|sob medida|relevante|pessoal|combina|personaliza…|recomend…|suger…|adapt…|que combinam com você|do seu jeito',
      ),
    ],
    ai_training: [
      phrase(
        'trein(?:ar|amos|amento|am|ando) ~(?:ia>|modelos?|inteligência|algoritmos?|máquinas?|redes)…|aprendizado de máquina|machine learning|(?:desenvolver|melhorar) ~(?:ia>|inteligência artificial)',
      ),
      phrase('modelos?|algoritmos?|trein…|reconhec…|inteligência artificial|ia>'),
    ],
    generative_ai: [
      phrase('ia generativa|inteligência artificial generativa|modelos generativos'),
      phrase('gerar (?:textos|imagens)'),
    ],
    ai_inference: [phrase('inferência de ia'), phrase('que (?:uma|a) ia (?:responda|decida|leia)')],
    distribution: [
      phrase(
        '(?:compartilh|repass|ced|forne|entreg|d)(?:emos|er|amos|ar|em|am|cemos|ecer|mos) (?:[^\\s.;:|]{1,30} ){0,5}?(?:a|com|para|aos|às) (?:outras empresas|terceiros|parceiros|nossos parceiros|anunciantes|outros)|(?:compartilhamento|repasse|entrega) (?:[^\\s.;:|]{1,30} ){0,4}?(?:com|a|para) (?:outras|terceiros|parceiros)…',
      ),
      phrase('distribu…|compartilh…|repass…|entreg…'),
    ],
    analytics: [
      phrase('estatístic…|análises? de (?:uso|dados|mercado)|pesquisas? de mercado|contar (?:o que|quant|quem|quais)…'),
      phrase(
        'número de|quant…|média|padrões|tendências|planej…|melhorar|descobrir|conhecer|avaliar|pesquis…|contag…|contar|compar…|saber (?:o que|quais|como|quant|quem|onde)…|entender|estud…|analis…|análise|medir|calcul…|relatórios?',
      ),
    ],
    support: [
      phrase(
        '(?:para|dar|prestar|melhorar|oferecer) ~(?:atendimento|suporte|assistência)|(?:atender|ajudar) você (?:quando|se)|ajuda quando',
      ),
      phrase('respond…|resolver|problemas?|dúvidas|perguntas|consert…|ajuda|atendimento|suporte|assistência|ajud…|atender'),
    ],
  },
  data: {
    email_address: phrase('(?:endereço de |seu |o seu )(?:e-?mail|correio eletrônico)|seus? e-?mails?>'),
    phone_number: phrase('números? d[eo] (?:telefone|celular)|seu (?:telefone|celular)>'),
    physical_address: phrase(
      'endereço (?:postal|residencial|de (?:casa|entrega))|(?:seu|o seu) endereço>(?! de e-?mail)|(?<!do lugar )onde você mora',
    ),
    contact_info: phrase('dados de contato'),
    health: phrase(
      'dados d[ea] saúde|(?:sua|a sua) saúde>|prontuário|dados médicos|doença…|pressão arterial|batimentos|frequência cardíaca',
    ),
    fitness: phrase(
      'atividades? físicas?|(?:seus|os seus|número de) passos>|passos (?:por|que)|treinos>|exercícios|batimentos|frequência cardíaca|dados de (?:treino|corrida)|suas corridas>',
    ),
    payment_info: phrase(
      'dados de pagamento|(?:forma|meio)s? de pagamento|número do cartão|cartão de (?:crédito|débito)|conta bancária|pagamentos com cartão|chave pix',
    ),
    credit_info: phrase('dados de crédito|histórico de crédito|pontuação de crédito|score'),
    financial_info: phrase('dados financeiros|(?:sua|a sua) (?:renda|dívida)…|salário|saldo'),
    precise_location: phrase('localização (?:exata|precisa|em tempo real)|gps|(?:sua|a sua) localização>|onde você está'),
    coarse_location: phrase(
      'localização (?:aproximada|geral)|(?:sua|a sua) (?:cidade|região|localização)>|(?:seu|o seu) (?:cep|bairro)>|cep>',
    ),
    sensitive_info: phrase(
      'dados sensíveis|(?:sua|a sua) (?:religião|etnia|orientação sexual)|dados (?:biométric|genétic)…|origem (?:étnica|racial)|opiniões políticas',
    ),
    contacts: phrase('(?:seus|os seus) contatos>|agenda de contatos|lista de contatos|agenda do (?:celular|telefone)'),
    messages: phrase('(?:suas|as suas) (?:mensagens|conversas)>|mensagens privadas|conteúdo das mensagens|mensagens que você'),
    photo_video: phrase('(?:suas|as suas|as) (?:fotos|imagens)>|(?:seus|os seus) vídeos>|fotos e vídeos|câmera'),
    audio: phrase('gravações (?:de (?:áudio|voz|som)|sonoras)|(?:sua|a sua) voz>|áudio|microfone'),
    gameplay_content: phrase('conteúdo (?:de|do) jogos?|partidas salvas|progresso no jogo'),
    customer_support: phrase('pedidos de (?:suporte|ajuda)|chamados|conversas com o (?:suporte|atendimento)'),
    user_content: phrase(
      'conteúdos? que você (?:cri|public|post|envi)…|(?:suas|as suas) (?:publicações|postagens|avaliações)>|(?:seus|os seus) (?:comentários|textos)>|o que você (?:publica|posta|escreve)',
    ),
    browsing_history: phrase(
      'histórico de navegação|(?:páginas|sites) que você (?:visit|acess|abr)…|hábitos de navegação|sites visitados',
    ),
    search_history: phrase(
      'histórico de (?:buscas?|pesquisas?)|(?:suas|as suas) (?:buscas|pesquisas)>|o que você (?:busca|pesquisa|procura)|buscas que você',
    ),
    user_id: phrase('identificador d[eo] (?:usuário|cliente|conta)|(?:nome|número) d[eo] (?:usuário|cliente|associado|conta)|cpf>'),
    device_id: phrase(
      'identificador d[oe] (?:seu )?(?:aparelho|dispositivo|celular|telefone)|identificador de publicidade|número de série|imei',
    ),
    purchase_history: phrase(
      'histórico de (?:compras?|pedidos)|(?:suas|as suas|as) compras>|o que você (?:compra|comprou)|dados de compra|(?:seus|os seus) pedidos>',
    ),
    product_interaction: phrase(
      'atividade no (?:app|aplicativo|site)|como você usa o (?:app|aplicativo|site)|o que você (?:toca|clica)|(?:seus|os seus) (?:cliques|toques)>|interações com',
    ),
    advertising_data: phrase('dados de publicidade|anúncios que você (?:vê|viu|clic)…|histórico de anúncios'),
    usage_data: phrase(
      'dados de (?:uso|consumo)|(?:seu|o seu|o) consumo>|leituras? do medidor|com que frequência você usa|consumo de (?:energia|água)',
    ),
    crash_data: phrase('relatórios de (?:falhas|travamento)…|travamentos'),
    performance_data: phrase('velocidade do (?:app|aplicativo)|dados de (?:desempenho|velocidade)|tempo de carregamento'),
    diagnostic_data: phrase('relatórios de erros?|códigos? de erros?|dados de diagnóstico|registros de erros?'),
    physical_receipt: phrase(
      '(?:notas(?: fiscais)?|recibos|cupons(?: fiscais)?) (?:em|de) papel|(?:notas(?: fiscais)?|recibos|cupons(?: fiscais)?) (?:impress|fotografad|escanead|que você (?:fotograf|escane))…',
    ),
    email_receipt: phrase(
      '(?:recibos|notas(?: fiscais)?|cupons) (?:que chegam |enviad[oa]s |recebid[oa]s )?(?:por e-?mail|eletrônic|digita)…',
    ),
  },
  umbrellas: [
    [phrase('dados de contato'), ['email_address', 'phone_number', 'physical_address', 'contact_info']],
    [
      phrase('(?:recibos|notas fiscais|cupons fiscais)>(?! (?:em|de) papel| por e-?mail| eletr| digit| impres)'),
      ['physical_receipt', 'email_receipt', 'purchase_history'],
    ],
    [phrase('localização>'), ['precise_location', 'coarse_location']],
    [
      phrase('dados (?:do aparelho|do dispositivo|técnicos)'),
      ['device_id', 'crash_data', 'performance_data', 'diagnostic_data', 'usage_data'],
    ],
    [phrase('saúde>'), ['health', 'fitness']],
    [phrase('e-?mail>'), ['email_address', 'email_receipt']],
    [phrase('telefone>|celular>'), ['phone_number', 'device_id']],
    [phrase('dados (?:bancários|financeiros)'), ['payment_info', 'credit_info', 'financial_info']],
  ],
  withdrawal: phrase(
    'retir(?:ar|a|e|ada|adas|ou)>|retirada|revog…|desist…|cancel…|rescind…|rescis…|descadastr…|desativ…|anul…|mudar de ideia|voltar atrás|deixar de participar|desinstal…|suspender|interromper|encerr(?:e|ar)|pode sair|pare de|excluir (?:a )?sua conta|direito (?:de|a)[^.;|]{0,30} (?:exclu|elimin|opo)…|(?:pode|poderá|como) (?:parar|sair|encerrar|interromper)|opor-se|se opor|sair a qualquer',
  ),
  everyone: phrase('qualquer (?:empresa|pessoa|terceiro)|terceiros de nossa escolha'),
  pressing: phrase('perder|perde>|abrir mão|não (?:quero|preciso|me importo)|odeio|arrepend|egoísta|não, obrigad'),
  contact: phrase(
    '(?:fale conosco|escreva para|entre em contato|ligue para|contato:|contate)|(?:rua|avenida|av\\.|praça|travessa|alameda|rodovia|estrada) [^.;|]{2,40}? \\d|caixa postal|formulário',
  ),
  signature: phrase('assinatura|assinado|assinam|por:|li e concordo'),
  exhibit: phrase('(?:anexo|apêndice)…'),
  references: {
    sections: 'seç(?:ão|ões)|cláusulas?',
    articles: 'itens|item|artigos?|arts?\\.|§{1,2}',
    of: 'da|do|das|dos|de|na|no',
    own: 'deste|desta|destes|destas|este|esta|acima|abaixo|presente|do presente|anterior',
    laws: 'lei|código|regulamento|decreto|constituição|lgpd|portaria|medida provisória|resolução',
    and: 'e|ou|a|até',
  },
  grammar,
}
