import type { Grammar } from '../../lint/lint-words.ts'
import { phrase } from '../../lint/phrase.ts'
import { meaning } from './lint-meaning.ts'
import { terms } from './lint-terms.ts'

/** How Brazilian terms write what the linter looks for. */
export const grammar: Grammar = {
  meaning,
  negation: phrase('não>|nunca|jamais|nem>|tampouco|ninguém|nenhum…|nada>|sem (?:usar|vender|compartilhar)'),
  notNegation: phrase('não só|não apenas|não somente|não obstante|não mais (?:tarde|de|que)'),
  turn: phrase('mas>|porém|embora|exceto|salvo>|enquanto'),
  running: phrase(
    '(?:só|somente|apenas|unicamente|exclusivamente) (?:para|por|quando|se) ~(?:avis|lig|reconhec|envi|mand|entrar|login|receb|fatur|entreg|pag|contat|respond|confirm|conta|verific|identific|código|senha|lembr)…',
  ),
  collect: phrase(
    '(?:us|utiliz|colet|trat|le|lê|lemos|registr|armazen|guard|analis|obt|receb|ped|acess|ve|vê|vemos|med|mede|inclu|compreend|permit|compartilh|precis|consult|combin|fotograf|examin|olh)(?:a|amos|ar|am|em|emos|er|ir|e|i|imos|ei|ou|ada|ado|adas|ados|ém|emos|ido|ida|idos|idas|ui|uem|r|mos)?>|são os|significa',
  ),
  person: phrase('você (?:recebe|ganha|usa|pode|envia|escreve|paga|vê|pede|receberá|encontra)>'),
  permit: phrase('permit…|autoriz…|licença|conced…|deixa|podemos|pode usar'),
  ours: phrase('(?:noss[oa]s?|da empresa|fale conosco|contato)>'),
  topics: {
    data: phrase('dados|informações|o que (?:a gente |nós )?(?:usa|usamos|coleta|coletamos|pede|pedimos)|usamos|coletamos'),
    recipients: phrase('quem (?:os |as )?(?:recebe|vê|tem acesso)|destinatári…|compartilh…'),
    end: phrase('até quando|por quanto tempo|prazo|duração|vigência|validade|fim>|término|tempo|quanto dura|renov…|prorrog…'),
    reward: phrase(
      'o que você (?:ganha|recebe)|recompensa|em troca|contrapartida|prêmio|vantage…|benefício|dinheiro|agradecimento|remuneração',
    ),
  },
  months: [
    'jan(?:eiro)?',
    'fev(?:ereiro)?',
    'mar(?:ço)?',
    'abr(?:il)?',
    'maio?',
    'jun(?:ho)?',
    'jul(?:ho)?',
    'ago(?:sto)?',
    'set(?:embro)?',
    'out(?:ubro)?',
    'nov(?:embro)?',
    'dez(?:embro)?',
  ],
  numbers: {
    um: 1,
    uma: 1,
    dois: 2,
    duas: 2,
    três: 3,
    quatro: 4,
    cinco: 5,
    seis: 6,
    sete: 7,
    oito: 8,
    nove: 9,
    dez: 10,
    onze: 11,
    doze: 12,
    quatorze: 14,
    catorze: 14,
    quinze: 15,
    dezoito: 18,
    vinte: 20,
    'vinte e quatro': 24,
    trinta: 30,
    'trinta e seis': 36,
    sessenta: 60,
    noventa: 90,
    treze: 13,
    dezesseis: 16,
    dezessete: 17,
    dezenove: 19,
    'vinte e um': 21,
    'vinte e oito': 28,
    quarenta: 40,
    'quarenta e cinco': 45,
    'quarenta e oito': 48,
    cinquenta: 50,
    cem: 100,
  },
  half: 'e mei[oa]',
  units: { day: 'dias?', week: 'semanas?', month: 'm[êe]s(?:es)?', year: 'anos?' },
  end: phrase(
    '(?:termina(?:rá)?|acaba(?:rá)?|encerra(?:-se|rá)?|vence(?:rá)?|expira(?:rá)?|dura(?:rá)?|válid[oa]|vigente|em vigor|vigência|vigora(?:rá)?|até(?: o dia)?|pelo prazo de|por um (?:prazo|período) de|vale por|vale até)(?![\\p{L}])',
  ),
  ending: phrase(
    'contrato|licença|autorização|acordo|consentimento|permissão|(?:ele|ela) (?:termina|dura|vale|acaba|vence)>|dura(?:rá)?>|termina(?:rá)?>|participação|vigência|prazo|termo',
  ),
  notEnd: phrase(
    'apag…|exclu…|elimin…|destru…|conserv…|guard…|armazen…|mant[eé]m…|aviso prévio|renov…|prorrog…|pag(?:o|a|amos|amento|amentos|ar)>|vale-|cupom|cupons|pontos (?:vencem|expiram)|começ…|início|oferta|anunci…|depois d[aeo]|após|em até|dentro de|no prazo de|antecedência|garantia|pelo menos|no mínimo|respond…|idade|cookie…|prescri…|cartão|entrega|até r?\\$|até \\d{1,9} ?(?:%|pontos|reais)',
  ),
  law: phrase(
    '(?:regid[oa]s?|rege-se|rege|será regid[oa]|sujeit[oa]|interpretad[oa])[^.;|]{0,20}? (?:pel[ao]s?|à|às|por) (?:leis?|legislação|direito) (?:d[aeo]s? )?(?:república federativa d[oa] )?(\\p{L}{4,20})|(?:aplica-se|vale|aplicam-se|aplicável) (?:a|as|o)? ?(?:leis?|legislação|direito) (?:d[aeo]s? )?(?:república federativa d[oa] )?(\\p{L}{4,20})|a (?:lei|legislação) (?:d[aeo] )?(\\p{L}{4,20}) (?:rege|se aplica|é aplicável)',
  ),
  notLaw: phrase(
    'se você>|caso>|fora d|consumidor…|imperativ…|também|seu país|onde você mora|residência|foro|tribunais|arbitra…|proteção de dados|exi[gj]…|obrig…|permit…|previst|lei nº|geral de',
  ),
  reward: phrase(
    '(?:você (?:recebe|ganha|receberá|ganhará)|recebe(?:rá)?|ganha(?:rá)?|damos|pagamos|a empresa paga|em troca|recompensa|contrapartida|em agradecimento|oferecemos)(?![\\p{L}])',
  ),
  notReward: phrase(
    'custa|custo|frete|taxa|até>|vale \\d|equival…|preço|multa|mínimo|máximo|tarifa|imposto|mais de|acima|pelo menos|normalmente|em vez de|ônibus|não>',
  ),
  share: phrase(
    '(?:compartilh|comunic|ced|entreg|envi|transmit|forne|vend|repass|transfer|pass|vão|vai|d)(?:amos|emos|imos|a|e|am|em|ar|er|ir|ado|ido|ados|idos|cemos|ece|ecer|á|ão)?> (?:[^\\s.;:|]{1,30} ){0,7}?(?:a|com|para|ao|aos|à|às)>|(?:destinatários?|quem recebe)(?: são| é|:)',
  ),
  anytime: phrase(
    '(?:retir|revog|cancel|desist|par|sa|encerr|rescind)…[^.;|]{0,60} (?:a qualquer momento|quando quiser|a qualquer tempo)|(?:a qualquer momento|quando quiser|a qualquer tempo)[^.;|]{0,40} (?:retir|revog|cancel|desist)…|como retirar:?[^.;|]{0,60} (?:a qualquer momento|quando quiser)',
  ),
  irrevocable: phrase(
    '(?:retirada|revogação|saída|cancelamento) (?:(?:só|somente|apenas) (?:é|se|será)[^.;|]{0,40}|não (?:é|será|se) (?:possível|admi|permi|aceit)…)|não (?:se )?(?:pode|poderá|podem) [^.;|]{0,40}(?:retir|revog|cancel|sair|encerr|desist)…|até lá,? (?:você )?não (?:pode|poderá)|é definitiv[oa]>|permanência mínima|irrevogáve…|irretratáve…|não (?:se )?(?:pode|poderá|podem) (?:mais )?(?:ser )?(?:retir|revog|cancel|desist|rescind)…|(?:só|somente|apenas) (?:se )?(?:pode|poderá) (?:ser )?(?:retir|revog|cancel|encerr|sair)…|(?:pode|poderá) ser (?:retir|revog|cancel|encerr)… (?:só|somente|apenas)|não (?:é possível|cabe|admite) (?:a )?(?:retir|revog|cancel)…|sem (?:possibilidade|direito) de (?:retir|revog|cancel|desist)…|(?:só|somente|apenas) (?:é possível|dá para) (?:retir|revog|cancel|sair)…',
  ),
  pressure: phrase(
    '(?:quem|aqueles que|os que) (?:recus|não aceit|neg|diz não|disser não|retir)…[^.;|]{0,60} (?:perd|pag|fic|não (?:pode|terá|recebe)|deix)…|(?:recusar|a recusa|negar|dizer não|retirar|a retirada)[^.;|]{0,50} (?:implica|significa|leva|custa|acarreta|gera|resulta)…|(?:só|apenas) (?:\\p{L}{1,15} ){0,3}(?:recusam|dizem não)|(?:seus|os seus) (?:amigos|vizinhos|colegas) já|(?:senão|caso contrário|do contrário),? [^.;|]{0,60}(?:perd|bloque|cancel|pag|fic)…|(?:um |uma )?(?:bom|boa|verdadeir[oa]) \\p{L}{3,15} (?:aceita|compartilha|diz sim)|aceite (?:já|agora|hoje)[^.;|]{0,40} ou |(?:você )?perderá>|perde (?:o|a|os|as|seu|sua|seus|suas|todo|todos)>|(?:se|quando|quem|caso|ao>|em caso de) [^.;|]{0,60}?(?:recus|não aceit|diz(?:er)? não|disser não|neg|retir|revog|não concord|não autoriz|cancel|sair|desist)…[^.;|]{0,60}? ?(?<!não )(?<!nada )(?:perd|pag(?:a|ará|ar) (?:mais|uma|o dobro)|(?:bloque|suspen|exclu|cancel|encerr|limit)[^.;|]{1,24}(?:conta|acesso|pontos|assinatura|cartão|cadastro)|(?:conta|acesso|pontos|desconto|assinatura|cadastro)[^.;|]{1,30}(?:bloque|suspen|exclu|cancel|encerr)|você não (?:poderá|pode)|você deixa|fica(?:rá)? sem|sem (?:seu|sua|desconto|pontos|acesso)|uma taxa|multa|será cobrad|penaliz)…|você (?:perde|perderá) (?:o |os |a |as |todo|seu|sua)…|egoísta|última chance|só hoje|somente hoje|corra>|não perca|vai se arrepender|vergonha|decepcion…|todos (?:já )?aceit…|todo mundo (?:já )?aceit…|antes que seja tarde|não seja>|nos deixe na mão|um bom (?:cliente|amigo|vizinho) aceita',
  ),
  refusal: phrase(
    'recus…|(?:não|sem) (?:aceit|assin|autoriz|consent|compartilh|particip|concord|quis|quer)…|diz(?:er|endo)? (?:que )?não|disser não|diz não|neg(?:ar|ue|ou|ativa)…|retir…|revog(?!áve)…|(?:sem) (?:a sua|sua|esta|o seu|seu) (?:autorização|consentimento|permissão|acordo|licença|assinatura)|(?:se|quando) você (?:parar|sair|cancelar|desistir|deixar)|desist…',
  ),
  loss: phrase(
    'perd(?:e|er|erá|em|erão|a|ido|ida)>|perda d|(?:pontos?|conta|acesso|desconto|assinatura|cartão|vantagens|benefícios?|preço|tarifa|mensalidade|prêmio|vaga|saldo|bônus|cadastro|aluguel)[^.;|]{0,40} (?:cancel|bloque|suspen|exclu|encerr|venc|expir|aument|sobe|subir|desaparec|limit|anul|zerad)…|(?:cancel|bloque|suspend|exclu|encerr|reduz|retir|limit|aument)(?:amos|aremos|a|ará|am|arão|emos|eremos|imos|iremos|e) (?:a sua|sua|o seu|seu|os seus|seus|a|o|os) (?:conta|acesso|desconto|assinatura|cartão|benefícios|pontos|preço|tarifa|mensalidade|vaga|saldo|cadastro)|(?:pag)(?:a|ar|ará|am|arão) (?:mais|o dobro|o preço|a (?:mensalidade|tarifa)|uma? (?:[\\p{L}]{1,12} )?(?:taxa|multa|tarifa)|r\\$|\\d)|(?:taxa|multa|tarifa|custo) de>|custa…|custará|multa…|penaliz…|esper(?:ar|ará) mais|você não (?:poderá|pode) (?:mais )?(?:usar|utilizar|entrar|receber|participar|comprar|jogar|acessar|continuar)|deixa(?:rá)? de (?:receb|ter|pod|usar|ganh)…|fica(?:rá)? (?:sem|fora)|excluíd…|terá (?:que|de) (?:pagar|devolver|esperar|sair)|devolver',
  ),
  noLoss: phrase(
    'nada>|nenhum(?:a)? (?:custo|consequência|efeito|multa|taxa|prejuízo)|sem (?:custo|multa|perder|prejuízo|consequência)…|de graça|gratuit…|não (?:perd|muda|custa|afeta|altera|paga|há)…|continua(?:m)? (?:igual|valendo|iguais|sendo|o mesmo|seus)…|mantém|fica(?:m)? (?:com você|igual)|mesmo assim|licitude',
  ),
  inThatCase: phrase('(?:então|nesse caso|caso contrário|do contrário|senão|neste caso)>'),
  agreementByUse: phrase(
    '(?:conta como|vale como|equivale a|é entendid[oa] como|é considerad[oa]) (?:a sua |sua |seu |o seu |uma )?(?:aceitação|aceite|consentimento|autorização|concordância)|(?:ao|com) (?:o (?:uso|acesso)|a (?:utilização|navegação|visita)|usar|utilizar|acessar|navegar|visitar|continuar|seguir|instalar|baixar|entrar|abrir|comprar|permanecer)[^.;|]{0,80}? (?:aceit|concord|consent|autoriz|dá (?:o )?(?:seu )?consentimento|está de acordo)…|(?:o uso|a utilização|usar|continuar (?:usando|a usar)|a navegação|o acesso)[^.;|]{0,60}? (?:implica|significa|equivale|constitui|representa)…|(?:se|enquanto) você (?:usar|usa|continuar|continua|acessar|navegar|abrir)[^.;|]{0,60}? (?:aceit|concord|consent|está de acordo)…|(?:considera-se|entende-se|será considerad[oa]|presume-se) (?:que )?(?:[^\\s.;:|]{1,20} ){0,3}?aceit…|o silêncio|ao (?!assin|clic|tocar|marc|aceit|escolh|confirm)\\p{L}{2,15}[aei]r [^.;|]{0,60}(?:concorda|aceita|autoriza|consente)>',
  ),
  endlessRetention: phrase(
    'por tempo (?:indeterminado|ilimitado|indefinido)|indefinidamente|para sempre|sem (?:limite|prazo)(?: de tempo)?|(?:guard|conserv|armazen|mant|fic)…[^.;|]{0,80}? (?:enquanto (?:quis|nos|for útil|houver interesse|acharmos|julgar)|pelo tempo que (?:quis|nos|acharmos|julgar|consider)|mesmo (?:depois|após|que|se|quando)|depois d[aeo] (?:revogação|retirada|cancelamento|saída|fim|término)|após (?:a |o )?(?:revogação|retirada|cancelamento|saída|fim|término)|permanente|perpétu)…|mesmo (?:depois|após|se)[^.;|]{0,60}? (?:guard|conserv|armazen|mant|continu|fic)…|nunca (?:são |serão )?(?:apag|exclu|elimin)…|não (?:são |serão )?(?:apagad|excluíd|eliminad|apagamos|excluímos)…',
  ),
  legalRetention: phrase(
    'a lei (?:exige|obriga|determina)|obrigação legal|por lei|fiscal…|receita federal|anôni…|este texto|recibo da',
  ),
  sale: phrase(
    '(?:vend(?:er|emos|e|em|eremos|idos|idas)|venda|revend…|comercializ…) (?:[^\\s.;:|]{1,30} ){0,6}?(?:(?:a|para|aos|às) (?:terceiros|outras|outros|parceiros|anunciantes|quem|qualquer|nossos|empresas|companhias|compradores|interessados)|(?:os |seus |os seus |esses |estes |as |suas |as suas )?(?:dados|informações|notas|compras|registros|perfis|histórico)>)|(?:os|as) vendemos|(?:dados|notas|compras|registros|informações) (?:podem|poderão|são|serão) (?:ser )?vendid…',
  ),
  notSale: phrase('venda da (?:empresa|companhia)|fusão|produtos que vend'),
  legalese: phrase(
    'não obstante (?:o (?:disposto|exposto|acima|anterior)|a[s]? |qualquer)|sem prejuízo d[oa] (?:disposto|exposto|acima|anterior|previsto)|outrossim|destarte|doravante denominad…|doravante>|supracitad…|supramencionad…|retromencionad…|epigrafad…|infra-?assinad…|abaixo[- ]assinad…|em epígrafe|haja vista|consoante o disposto|ex vi|mutatis mutandis|inter alia|ipso facto|por força do presente|pelo presente instrumento|o presente instrumento|à guisa de|sob pena de|subsidiariamente|mormente|porquanto|conquanto|manter indene|aludid…|referid[oa]s? (?:contrato|instrumento)',
  ),
  means:
    /^["”“»')\s,*_]{0,6}(?:significa|abrange|denota|significa|significam|designa|são|é (?:o|a|um|uma|qualquer)|quer dizer|tem o significado|entende-se|refere-se|inclui|compreende|:|=|–|—)(?![\p{L}])/giu,
  terms,
  parties: phrase(
    '(?:entre|(?:contrato|acordo|licença) com|somos|celebrado (?:com|por|entre)|em nome de|quem pede:|quem somos:)(?: (?:você|o cliente|a pessoa que assina) e)?(?: (?:a (?:empresa|sociedade)|o|a|os|as))?>',
  ),
}
