import type { Meaning } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'

/** Wider Portuguese words, which mean a kind of data or a use only where the text lists data or purposes. */
export const meaning: Meaning = {
  data: {
    email_address: phrase('e-?mail'),
    phone_number: phrase('telefone…|(?:número do |seu )celular'),
    physical_address: phrase('endereço…|onde você mora|residência|domicílio'),
    contact_info: phrase('dados de contato'),
    health: phrase(
      'saúde|doenç…|médic…|diagnóstic…|remédio…|medicament…|alergi…|gravidez|tratament…|exames?>|sangue|sono>|deficiência|paciente…|receita médica|batimentos',
    ),
    fitness: phrase('passos|treino…|exercíci…|esport…|corrida…|batimentos|calorias|repetiç…|ritmo|distância…'),
    payment_info: phrase('cartão…|pagament…|conta bancária|pix>'),
    credit_info: phrase('crédito…|score>'),
    financial_info: phrase('renda|salário|poupança|dívidas|saldo|extrato…|moviment…'),
    precise_location: phrase('localizaç…|posição|gps|trajeto…|rota…|percurso…|lugar…|onde você…|viage…|deslocament…'),
    coarse_location: phrase('localizaç…|cidade|bairro|região|cep>|ponto>|pontos de|estaç…|linha>|parada…'),
    sensitive_info: phrase('religi…|étnic…|sexual…|polític…|biométric…|genétic…|digitais>'),
    contacts: phrase('(?:seus|teus) contatos>|agenda'),
    messages: phrase('mensage…|conversa…|cartas>|chat…'),
    photo_video: phrase('foto…|imagem|imagens|vídeo…|câmera…|filmag…'),
    audio: phrase('áudio…|voz|vozes|som>|sons>|gravaç…|microfone|ligaç…'),
    gameplay_content: phrase('jogo…|partida…|jogada…|pontuaç…'),
    customer_support: phrase('pedidos de ajuda|reclamaç…|atendiment…|suporte'),
    user_content: phrase(
      'publicaç…|comentári…|avaliaç…|resenha…|notas?>|textos?>|receita…|listas?>|conteúdo…|posts?>|o que você (?:escrev|public|post)…|diário',
    ),
    browsing_history: phrase('navegaç…|páginas|sites?>|links?>'),
    search_history: phrase('busca…|pesquis…|procur…'),
    user_id: phrase('(?:número|nome|código) de (?:usuário|cliente|sócio|conta|cartão)'),
    device_id: phrase('identificador…|aparelho…|dispositivo…|número de série|endereço ip'),
    purchase_history: phrase('compr…|pedido…|ingresso…|recibo…|nota fiscal|notas fiscais|carrinho|reserva…|empréstim…|transaç…'),
    product_interaction: phrase(
      'clique…|clica…|toque…|toca>|abre>|abr(?:e|ir)>|atividade|interaç…|assist…|ouv(?:e|ir)>|vê>|quais [^.;|]{2,40} você|funç…|telas?>',
    ),
    advertising_data: phrase('anúncio…|publicidade|propaganda'),
    usage_data: phrase(
      'uso>|utilizaç…|consum…|leitura…|medidor|horári…|horas?>|duração|visitas?|quant…|quando>|frequência|viage…|quilômetros',
    ),
    crash_data: phrase('falha…|travament…|erro…|queda…|defeito…'),
    performance_data: phrase('velocidade|desempenho|carregament…|bateria'),
    diagnostic_data: phrase('diagnóstic…|erro…|registros?|códigos?>|falha…'),
  },
  uses: {
    retargeting: phrase('anúncio…|publicidade|propaganda|lembr…'),
    personalization: phrase(
      'personaliz…|pessoa(?:l|is)|para você|seu gosto|do seu jeito|sob medida|que (?:combin|sirv|agrad|interess)…|suger…|sugest…|recomend…|indic…|ofert…|dicas?|adapt…|ajust…|escolh…|propor|combin…|montar',
    ),
    ai_training: phrase('trein(?:ar|amos|amento|a)>|ensin…|aprend…|modelo…|algoritmo…|ia>|inteligência|programa…'),
    generative_ai: phrase('gerar|gerativ…|generativ…|criar|escrev…|ia>|inteligência|modelo…'),
    ai_inference: phrase('ia>|inteligência|assistente|modelo…'),
    distribution: phrase(
      'compartilh…|public…|imprim…|exp[ôo]…|mostr…|divulg…|distribu…|ced…|repass…|vend…|mural|outras empresas|entreg…',
    ),
    analytics: phrase(
      'estatístic…|cont(?:ar|amos)>|med(?:ir|imos)|mede>|analis…|análise…|estud…|pesquis…|entender|conhecer|saber|descobr…|aprend…|planej…|melhor…|compar…|quant…|qua(?:l|is) [^.;|]{2,30}|relatóri…|tendênci…|demanda|calcul…|ver (?:o que|quais|como|quant)…|mais procurad…',
    ),
    support: phrase('ajud…|respond…|atend…|soluc…|resolv…|problema…|dúvida…|pergunta…|consert…|repar…|suporte|assist…|quando algo'),
  },
  pairs: {
    retargeting: [
      phrase('anúncios?>|publicidade|propagandas?'),
      phrase(
        '(?:que|no que|conforme|segundo|porque|quando) ~(?:olh|visit|busc|viu|compr|deix|interess|naveg|acess)…|de novo|novamente|interesses|basead…|lembr…',
      ),
    ],
    ai_training: [
      phrase('trein…|ensin…|aprend…|desenvolv…|melhor…|aliment…'),
      phrase(
        'ia>|inteligência artificial|modelos? (?:de|que)|algoritmo…|chatbot…|assistentes?>|redes neurais|aprendizado de máquina|robôs?',
      ),
    ],
  },
  grants: phrase('(?:pode|podemos|poderá|poderemos|podem|poderão|queremos|gostaria|gostaríamos|autoriza|permite|vamos)>'),
  more: phrase('(?:e )?(?:o que mais|quem mais|além disso|também|algo mais|outros?)>'),
  purposes: phrase(
    'para qu[êe]|por qu[êe]|finalidade…|usos?>|o que faz(?:emos|em)|objetiv…|motivo…|para que serv…|como (?:a gente |nós )?us…',
  ),
  removed: phrase('remov…|apag…|anonimiz…|exclu[ií]…|retirad[oa]s?>|destru…|elimin…'),
  receive: phrase(
    '(?:receb|obt|vê|vee|acess|lê|leem|guard|trat|process|armazen|analis|cópia|tem|consult|usa)…|(?:vai|vão|ficam?|são entregues|é entregue|seguem?|chegam?)>',
  ),
  stop: phrase(
    '(?:retir|revog|cancel|anul|rescind|desist|encerr|termin|par(?:ar|e|amos)|sair|sai(?:a|r)|deix|desativ|abandon|mudar de ideia|mudou de ideia|voltar atrás|suspend|descadastr|desligar)…',
  ),
  anytime: phrase(
    'configurações|ajustes>|a qualquer (?:tempo|momento|hora)|quando (?:quis|desej|o |você )…|sempre>|em qualquer dia|sem (?:dar )?(?:motivo|explicaç|justificat|aviso|pergunta|multa)…|antes>',
  ),
  bound: phrase(
    'não (?:se )?(?:pode(?:rá|m)?|poderão|é possível|será possível|cabe) ~(?:retir|revog|cancel|anul|desist|voltar|rescind)…|irrevogáve…|irretratáve…|sem (?:possibilidade|direito) de (?:retirada|revogação|cancel|desist)…|(?:retirada|revogação) (?:não é possível|fica excluída)',
  ),
  otherGrant: phrase('feedback|comentários|sugest…|ideias?>|contribuiç…|patente…|marcas?>'),
  endless: phrase(
    'não tem (?:fim|data de fim|prazo|término)|(?:nunca|não) (?:termina|acaba|vence|expira)>|(?:se renova|renova-se|prorroga-se|será renovad|é renovad|renovação)[^.;|]{0,40}(?:sozinh|automátic|cada|tácit)…|(?:vale|dura|vigora) (?:para sempre|por tempo indeterminado|sem limite|indefinid)…|prazo (?:indeterminado|ilimitado)|por tempo (?:indeterminado|ilimitado)',
  ),
  lawOf: phrase(
    '(?:a lei|as leis|o direito|lei|leis) (?:do |da |de |dos )((?:República |Estado )?\\p{Lu}\\p{L}{2,20})|(?:lei|leis|legislação|direito) (brasileir|portugu|argentin|uruguai|chilen|espanhol|frances|ingles)(?:a|o|as|os|es|esa)?>',
  ),
  adverse: phrase(
    '(?:perder|perd|perca)…|(?:pontos?|saldo|descontos?|cartão|conta|benefícios?|vantage|vagas?|acesso|cupons|brindes?)[^.;|]{0,40} (?:é|são|será|serão|fica|ficam)? ?(?:cancelad|apagad|perdid|bloquead|encerrad|retirad|suspens|expir|zerad)…|(?<!pelo )menos (?:pontos|vantagens|ofertas|descontos)|pior(?:es)? \\p{L}{3,20}|mais (?:lent|car)(?:o|a|os|as)>|sem (?:acesso|desconto|direito|serviço)|no fim da (?:fila|lista)|passa(?:rá)? a pagar|para o fim da',
  ),
  shame: phrase(
    '(?:todos|quase todos|a maioria)[^.;|]{0,40} (?:já|assin|aceit|concord)…|só (?:quem|as pessoas|gente)[^.;|]{0,20} não [^.;|]{0,40}|decepcion…|vergonha|egoísta|uma pena>',
  ),
  yours: phrase('(?:é|são|continua|continuam|fica|ficam) (?:seu|sua|seus|suas|com você)>|você (?:fica com|mantém|guarda)'),
}
